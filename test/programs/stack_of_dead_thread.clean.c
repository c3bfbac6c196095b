// SPDX-License-Identifier: Apache-2.0
// A new thread gets the stack of one that is gone, which nobody has joined yet.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int done;
static void* body(void* argument) {
  volatile int local[100];
  for (int i = 0; i < 100; i++) local[i] = i;
  atomic_fetch_add_explicit(&done, local[99] == 99, memory_order_relaxed);
  return argument;
}
int main(void) {
  for (int i = 0; i < 50; i++) {
    pthread_t a;
    pthread_create(&a, 0, body, 0);
    pthread_detach(a);
    while (atomic_load_explicit(&done, memory_order_relaxed) <= i) sched_yield();
  }
  return 0;
}
