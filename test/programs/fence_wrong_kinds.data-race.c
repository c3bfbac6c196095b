// SPDX-License-Identifier: Apache-2.0
// The two kinds of fence are swapped.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

int x;
static atomic_int flag;

static void* first(void* argument) {
  (void)argument;
  x = 1;
  atomic_thread_fence(memory_order_acquire);
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  return 0;
}
static void* second(void* argument) {
  (void)argument;
  while (!atomic_load_explicit(&flag, memory_order_relaxed)) sched_yield();
  atomic_thread_fence(memory_order_release);
  x++;
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
