// A try of a lock tells that it is held: the state in between counts.
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *other(void *p) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  int busy = pthread_mutex_trylock(&m);
  assert(!busy);
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
}
