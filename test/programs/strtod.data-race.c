// SPDX-License-Identifier: Apache-2.0
// strtod stores where it stopped.
// expect-variable: text
#include <pthread.h>
#include <stdlib.h>

char number[16] = "1.5 67";
char* text;
volatile double sink;

static void* first(void* argument) {
  (void)argument;
  sink = strtod(number, &text);
  return 0;
}
static void* second(void* argument) {
  (void)argument;
  text = number;
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
