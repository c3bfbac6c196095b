// SPDX-License-Identifier: Apache-2.0
// An atomic store against a plain read.
#include <pthread.h>

int x;
volatile int sink;

static void* first(void* argument) {
  (void)argument;
  __atomic_store_n(&x, 1, __ATOMIC_SEQ_CST);
  return 0;
}
static void* second(void* argument) {
  (void)argument;
  sink = x;
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
