// SPDX-License-Identifier: Apache-2.0
// strtol reads the first character after the number, and nothing behind it.
#include <pthread.h>
#include <stdlib.h>

char text[16] = "12345 67";
volatile long sink;

static void* first(void* argument) {
  (void)argument;
  char* stop;
  sink = strtol(text, &stop, 10);
  if (stop != text + 5) exit(9);
  return 0;
}
static void* second(void* argument) {
  (void)argument;
  text[6] = '7';
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
