// Its time comes, then the notification, then it gets the mutex: it is told that it timed out.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int ready;
void *waiter(void *p) {
  struct timespec soon = {0, 0};
  int told = 0;
  pthread_mutex_lock(&m);
  while (!ready && told != ETIMEDOUT) told = pthread_cond_timedwait(&c, &m, &soon);
  assert(told != ETIMEDOUT || !ready);
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waiter, 0);
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
}
