// SPDX-License-Identifier: Apache-2.0
// With a time limit.
#include <pthread.h>
#include <time.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
int x, y;
struct timespec in_a_while(void) {
  struct timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  t.tv_sec += 30;
  return t;
}

static void* first(void* argument) {
  (void)argument;
  struct timespec t = in_a_while();
  pthread_rwlock_timedrdlock(&l, &t);
  y = x;
  pthread_rwlock_unlock(&l);
  return 0;
}
static void* second(void* argument) {
  (void)argument;
  struct timespec t = in_a_while();
  pthread_rwlock_timedwrlock(&l, &t);
  x = 1;
  pthread_rwlock_unlock(&l);
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
