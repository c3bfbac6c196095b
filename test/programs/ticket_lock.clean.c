// SPDX-License-Identifier: Apache-2.0
// A ticket lock.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

int x;
static atomic_int next, serving;
static void add(void) {
  int ticket = atomic_fetch_add_explicit(&next, 1, memory_order_relaxed);
  while (atomic_load_explicit(&serving, memory_order_acquire) != ticket) sched_yield();
  x++;
  atomic_store_explicit(&serving, ticket + 1, memory_order_release);
}

static void* first(void* argument) {
  (void)argument;
  for (int i = 0; i < 20; i++) add();
  return 0;
}
static void* second(void* argument) {
  (void)argument;
  for (int i = 0; i < 20; i++) add();
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
