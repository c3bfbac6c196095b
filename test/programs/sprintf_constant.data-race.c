// SPDX-License-Identifier: Apache-2.0
// gcc would make of this a copy without instrumentation.
// expect-variable: text
#include <pthread.h>
#include <stdio.h>

char text[64];
volatile char sink;

static void* first(void* argument) {
  (void)argument;
  sprintf(text, "hello");
  return 0;
}
static void* second(void* argument) {
  (void)argument;
  sink = text[5];
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
