// also: data-race
#include <assert.h>
#include <pthread.h>
pthread_t id;
void *other(void *p) { assert(pthread_equal(id, pthread_self())); return 0; }
int main(void) {
  pthread_create(&id, 0, other, 0);
  pthread_join(id, 0);
}
