// SPDX-License-Identifier: Apache-2.0
// fputs reads the end of the string too.
// expect-variable: text
#include <pthread.h>
#include <stdio.h>

char text[64] = "seven!!";
FILE* file;

static void* first(void* argument) {
  (void)argument;
  if (fputs(text, file) < 0) return argument;
  return 0;
}
static void* second(void* argument) {
  (void)argument;
  text[7] = 0;
  return 0;
}
int main(void) {
  file = fopen("/dev/null", "w");
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
