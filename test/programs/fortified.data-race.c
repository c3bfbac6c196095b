// SPDX-License-Identifier: Apache-2.0
// The forms of string functions that check for overflows are seen as well.
// expect-variable: text
// flags: -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2 -Wno-cpp -Wno-#warnings
#include <pthread.h>
#include <stdio.h>
#include <string.h>

char text[32];
char source[32] = "a string";
volatile char sink;
int number = 42;

static void* first(void* argument) {
  (void)argument;
  snprintf(text, sizeof text, "%d", number);
  return 0;
}
static void* second(void* argument) {
  (void)argument;
  sink = text[1];
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
