// The last to leave frees: the count says who, and its lock is another one.
#include <pthread.h>
#include <stdlib.h>
pthread_mutex_t counting = PTHREAD_MUTEX_INITIALIZER;
struct box { pthread_mutex_t m; int x; } *box;
int users = 2;
void leave(void) {
  pthread_mutex_lock(&counting);
  int last = --users == 0;
  pthread_mutex_unlock(&counting);
  if (last) {
    pthread_mutex_destroy(&box->m);
    free(box);
  }
}
void *other(void *p) {
  pthread_mutex_lock(&box->m);
  box->x++;
  pthread_mutex_unlock(&box->m);
  leave();
  return 0;
}
int main(void) {
  pthread_t t;
  box = malloc(sizeof *box);
  pthread_mutex_init(&box->m, 0);
  box->x = 0;
  pthread_create(&t, 0, other, 0);
  pthread_mutex_lock(&box->m);
  box->x++;
  pthread_mutex_unlock(&box->m);
  leave();
  pthread_join(t, 0);
}
