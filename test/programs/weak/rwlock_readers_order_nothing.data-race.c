// SPDX-License-Identifier: Apache-2.0
// One reader after the other: readers do not order each other.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
int x;
static atomic_int turn;

static void* first(void* argument) {
  (void)argument;
  x = 1;
  pthread_rwlock_rdlock(&l);
  pthread_rwlock_unlock(&l);
  atomic_store_explicit(&turn, 1, memory_order_relaxed);
  return 0;
}
static void* second(void* argument) {
  (void)argument;
  while (!atomic_load_explicit(&turn, memory_order_relaxed)) sched_yield();
  pthread_rwlock_rdlock(&l);
  pthread_rwlock_unlock(&l);
  x = 2;
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
