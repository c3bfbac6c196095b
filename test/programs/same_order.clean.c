// SPDX-License-Identifier: Apache-2.0
// The same order everywhere.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER,
                       o = PTHREAD_MUTEX_INITIALIZER;
static atomic_int turn;

static void* first(void* argument) {
  (void)argument;
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&n);
  pthread_mutex_unlock(&n);
  pthread_mutex_unlock(&m);
  atomic_store_explicit(&turn, 1, memory_order_relaxed);
  return 0;
}
static void* second(void* argument) {
  (void)argument;
  while (!atomic_load_explicit(&turn, memory_order_relaxed)) sched_yield();
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&n);
  pthread_mutex_unlock(&n);
  pthread_mutex_unlock(&m);
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
