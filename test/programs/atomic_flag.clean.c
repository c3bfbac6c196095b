// SPDX-License-Identifier: Apache-2.0
// atomic_flag as a lock.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

int x;
static atomic_flag flag = ATOMIC_FLAG_INIT;

static void* first(void* argument) {
  (void)argument;
  while (atomic_flag_test_and_set(&flag)) sched_yield();
  x++;
  atomic_flag_clear(&flag);
  return 0;
}
static void* second(void* argument) {
  (void)argument;
  while (atomic_flag_test_and_set(&flag)) sched_yield();
  x++;
  atomic_flag_clear(&flag);
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
