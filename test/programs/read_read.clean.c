// SPDX-License-Identifier: Apache-2.0
// Two threads only read.
#include <pthread.h>

int x = 1;
int sum[2];

static void* first(void* argument) {
  (void)argument;
  sum[0] = x;
  return 0;
}
static void* second(void* argument) {
  (void)argument;
  sum[1] = x;
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
