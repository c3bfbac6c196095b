// SPDX-License-Identifier: Apache-2.0
// A thread-local variable whose address another thread has.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static _Thread_local int own;
static _Atomic(int*) handed;
static atomic_int done;

static void* first(void* argument) {
  (void)argument;
  atomic_store_explicit(&handed, &own, memory_order_relaxed);
  own = 1;
  while (!atomic_load_explicit(&done, memory_order_relaxed)) sched_yield();
  return 0;
}
static void* second(void* argument) {
  (void)argument;
  int* p;
  while (!(p = atomic_load_explicit(&handed, memory_order_relaxed))) sched_yield();
  *p = 2;
  atomic_store_explicit(&done, 1, memory_order_relaxed);
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
