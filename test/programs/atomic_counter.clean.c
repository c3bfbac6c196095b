// SPDX-License-Identifier: Apache-2.0
// Atomics do not race with atomics.
#include <pthread.h>
#include <stdatomic.h>

static atomic_long n;

static void* first(void* argument) {
  (void)argument;
  for (int i = 0; i < 1000; i++) atomic_fetch_add_explicit(&n, 1, memory_order_relaxed);
  return 0;
}
static void* second(void* argument) {
  (void)argument;
  for (int i = 0; i < 1000; i++) atomic_fetch_sub_explicit(&n, 1, memory_order_relaxed);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  if (n != 0) return 9;
  return 0;
}
