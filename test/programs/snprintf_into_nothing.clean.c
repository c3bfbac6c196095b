// SPDX-License-Identifier: Apache-2.0
// snprintf may be asked for the length alone.
#include <pthread.h>
#include <stdio.h>

char text[64];
volatile char sink;
int number = 123456;

static void* first(void* argument) {
  (void)argument;
  sink = (char)snprintf(0, 0, "%d", number);
  sink = (char)snprintf(text, 0, "%d", number);
  return 0;
}
static void* second(void* argument) {
  (void)argument;
  text[0] = 1;
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
