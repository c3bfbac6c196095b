// SPDX-License-Identifier: Apache-2.0
// strncat writes the end of the string behind the limit.
// expect-variable: text
#include <pthread.h>
#include <string.h>

char text[16] = "key";
volatile char sink;
char more[8] = "=value";

static void* first(void* argument) {
  (void)argument;
  strncat(text, more, 2);
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
