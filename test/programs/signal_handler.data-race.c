// SPDX-License-Identifier: Apache-2.0
// A handler runs on some thread, and writes what another one writes.
// expect-variable: x
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>

int x;
static atomic_int handled;
static void handler(int number) {
  x = number;
  atomic_store_explicit(&handled, 1, memory_order_relaxed);
}
static void* body(void* argument) {
  x = 1;
  return argument;
}
int main(void) {
  struct sigaction action = {0};
  action.sa_handler = handler;
  sigaction(SIGUSR1, &action, 0);
  pthread_t a;
  pthread_create(&a, 0, body, 0);
  raise(SIGUSR1);
  while (!atomic_load_explicit(&handled, memory_order_relaxed)) sched_yield();
  pthread_join(a, 0);
  return 0;
}
