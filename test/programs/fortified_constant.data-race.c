// SPDX-License-Identifier: Apache-2.0
// With checks for overflows gcc would copy a known string without instrumentation.
// expect-variable: text
// flags: -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2 -Wno-cpp -Wno-#warnings
#include <pthread.h>
#include <string.h>

char text[32];
volatile char sink;

static void* first(void* argument) {
  (void)argument;
  strcpy(text, "a string");
  return 0;
}
static void* second(void* argument) {
  (void)argument;
  sink = text[8];
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
