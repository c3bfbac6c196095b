// SPDX-License-Identifier: Apache-2.0
// The flag is set without the lock.
// expect-variable: ready
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int ready, x;

static void* first(void* argument) {
  (void)argument;
  pthread_mutex_lock(&m);
  for (int i = 0; i < 200 && !ready; i++) {
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    t.tv_nsec += 1000000;
    if (t.tv_nsec >= 1000000000) t.tv_nsec -= 1000000000, t.tv_sec++;
    pthread_cond_timedwait(&c, &m, &t);
  }
  pthread_mutex_unlock(&m);
  return 0;
}
static void* second(void* argument) {
  (void)argument;
  ready = 1;
  pthread_cond_signal(&c);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
