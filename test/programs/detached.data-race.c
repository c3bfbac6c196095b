// SPDX-License-Identifier: Apache-2.0
// Waiting for a detached thread without synchronisation.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static int x;
static atomic_int done;
static void* body(void* argument) {
  (void)argument;
  x = 1;
  atomic_store_explicit(&done, 1, memory_order_relaxed);
  return 0;
}
int main(void) {
  pthread_attr_t detached;
  pthread_attr_init(&detached);
  pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
  pthread_t a;
  pthread_create(&a, &detached, body, 0);
  while (!atomic_load_explicit(&done, memory_order_relaxed)) sched_yield();
  return x == 1 ? 0 : 9;
}
