// SPDX-License-Identifier: Apache-2.0
// One thread makes larger what another has just read: the old memory is gone.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

int* p;
volatile int sink;
static atomic_int turn;

static void* first(void* argument) {
  (void)argument;
  sink = p[3];
  atomic_store_explicit(&turn, 1, memory_order_relaxed);
  return 0;
}
static void* second(void* argument) {
  while (!atomic_load_explicit(&turn, memory_order_relaxed)) sched_yield();
  int** grown = (int**)argument;
  *grown = (int*)realloc(p, 4000);
  return 0;
}
int main(void) {
  p = (int*)calloc(4, sizeof *p);
  int* grown = 0;
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, &grown);
  pthread_join(a, 0);
  pthread_join(b, 0);
  free(grown);
  return 0;
}
