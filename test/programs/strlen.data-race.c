// SPDX-License-Identifier: Apache-2.0
// strlen reads up to the end.
#include <pthread.h>
#include <string.h>

char a[16] = "seven!!";
volatile unsigned long sink;

static void* first(void* argument) {
  (void)argument;
  sink = strlen(a);
  return 0;
}
static void* second(void* argument) {
  (void)argument;
  a[3] = 0;
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
