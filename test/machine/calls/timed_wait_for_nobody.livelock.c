// A waiter whose time comes looks again, for ever.
#include <pthread.h>
#include <time.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int ready;
int main(void) {
  struct timespec soon = {0};
  pthread_mutex_lock(&m);
  while (!ready) pthread_cond_timedwait(&c, &m, &soon);
  pthread_mutex_unlock(&m);
  return 0;
}
