// SPDX-License-Identifier: Apache-2.0
// One thread frees what another reads.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

int* p;
volatile int sink;
static atomic_int turn;

static void* first(void* argument) {
  (void)argument;
  sink = *p;
  atomic_store_explicit(&turn, 1, memory_order_relaxed);
  return 0;
}
static void* second(void* argument) {
  (void)argument;
  while (!atomic_load_explicit(&turn, memory_order_relaxed)) sched_yield();
  free(p);
  return 0;
}
int main(void) {
  p = (int*)malloc(4);
  *p = 1;
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
