// SPDX-License-Identifier: Apache-2.0
// What realloc copies is written by its caller: the new pointer is handed over without order.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int*) shared;
volatile int sink;

static void* first(void* argument) {
  int* own = (int*)realloc(argument, 4000);
  atomic_store_explicit(&shared, own, memory_order_relaxed);
  return 0;
}
static void* second(void* argument) {
  int* seen;
  while (!(seen = atomic_load_explicit(&shared, memory_order_relaxed))) sched_yield();
  sink = seen[3];
  return argument;
}
int main(void) {
  int* numbers = (int*)calloc(4, sizeof *numbers);
  pthread_t a, b;
  pthread_create(&a, 0, first, numbers);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
