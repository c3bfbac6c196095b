// SPDX-License-Identifier: Apache-2.0
// memmove over a shared byte.
#include <pthread.h>
#include <string.h>

char a[100];
volatile unsigned long size = 50;

static void* first(void* argument) {
  (void)argument;
  memmove(a + 10, a, size);
  return 0;
}
static void* second(void* argument) {
  (void)argument;
  a[59] = 2;
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
