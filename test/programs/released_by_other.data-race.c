// SPDX-License-Identifier: Apache-2.0
// A releasing store of another thread publishes that thread, not the first.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static int x;
static atomic_int flag;
static void* first(void* argument) {
  x = 1;
  atomic_store_explicit(&flag, 1, memory_order_release);
  return argument;
}
static void* between(void* argument) {
  while (atomic_load_explicit(&flag, memory_order_relaxed) != 1) sched_yield();
  atomic_store_explicit(&flag, 2, memory_order_release);
  return argument;
}
static void* last(void* argument) {
  while (atomic_load_explicit(&flag, memory_order_relaxed) != 2) sched_yield();
  if (atomic_load_explicit(&flag, memory_order_acquire) == 2) x++;
  return argument;
}
int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, between, 0);
  pthread_create(&c, 0, last, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  return 0;
}
