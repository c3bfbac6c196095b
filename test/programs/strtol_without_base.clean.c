// SPDX-License-Identifier: Apache-2.0
// There is no base of one: strtol reads and stores nothing.
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

char text[16] = "12345";
volatile long sink;

static void* first(void* argument) {
  (void)argument;
  char* stop = text;
  errno = 0;
  sink = strtol(text, &stop, 1);
  if (sink != 0 || errno != EINVAL || stop != text) exit(9);
  return 0;
}
static void* second(void* argument) {
  (void)argument;
  text[4] = '7';
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
