// SPDX-License-Identifier: Apache-2.0
// The second thread may not inherit what is known of the first: main never learns of its end.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

int x, y;
static atomic_int done, published;
static void* quiet(void* argument) {
  x = 1;
  atomic_store_explicit(&done, 1, memory_order_relaxed);
  return argument;
}
static void* talking(void* argument) {
  y = 1;
  atomic_store_explicit(&published, 1, memory_order_release);
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, quiet, 0);
  pthread_detach(a);
  while (!atomic_load_explicit(&done, memory_order_relaxed)) sched_yield();
  for (int i = 0; i < 1000; i++) sched_yield();
  pthread_create(&a, 0, talking, 0);
  while (!atomic_load_explicit(&published, memory_order_acquire)) sched_yield();
  x = 2;
  pthread_join(a, 0);
  return y == 1 ? 0 : 9;
}
