// SPDX-License-Identifier: Apache-2.0
// memcpy writes what another thread reads.
#include <pthread.h>
#include <string.h>

char a[64], b[64];
volatile unsigned long size = 64;
volatile char sink;

static void* first(void* argument) {
  (void)argument;
  memcpy(b, a, size);
  return 0;
}
static void* second(void* argument) {
  (void)argument;
  sink = b[63];
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
