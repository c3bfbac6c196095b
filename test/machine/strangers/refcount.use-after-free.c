/* Reference counting in two steps: both may be the last. (also: data-race double-free) */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct object { atomic_int references; int payload; };
static void put(struct object *o) {
  atomic_fetch_sub(&o->references, 1);
  if (o->references == 0) free(o);
}
static void *user(void *argument) {
  struct object *o = argument;
  (void)o->payload;
  put(o);
  return 0;
}
int main(void) {
  struct object *o = malloc(sizeof *o);
  atomic_init(&o->references, 2);
  o->payload = 7;
  pthread_t t;
  pthread_create(&t, 0, user, o);
  user(o);
  pthread_join(t, 0);
}
