// SPDX-License-Identifier: Apache-2.0
// Both kinds of try.
#include <pthread.h>
#include <sched.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
int x, y;

static void* first(void* argument) {
  (void)argument;
  while (pthread_rwlock_tryrdlock(&l)) sched_yield();
  y = x;
  pthread_rwlock_unlock(&l);
  return 0;
}
static void* second(void* argument) {
  (void)argument;
  while (pthread_rwlock_trywrlock(&l)) sched_yield();
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
