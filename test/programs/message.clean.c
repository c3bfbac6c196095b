// SPDX-License-Identifier: Apache-2.0
// Release and acquire pass a message.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

int x;
static atomic_int flag;

static void* first(void* argument) {
  (void)argument;
  x = 1;
  atomic_store_explicit(&flag, 1, memory_order_release);
  return 0;
}
static void* second(void* argument) {
  (void)argument;
  while (!atomic_load_explicit(&flag, memory_order_acquire)) sched_yield();
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
