// SPDX-License-Identifier: Apache-2.0
// An atomic and a plain read do not conflict.
#include <pthread.h>

int x = 1;
volatile int sink[2];

static void* first(void* argument) {
  (void)argument;
  sink[0] = __atomic_load_n(&x, __ATOMIC_SEQ_CST);
  return 0;
}
static void* second(void* argument) {
  (void)argument;
  sink[1] = x;
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
