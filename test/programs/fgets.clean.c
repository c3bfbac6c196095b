// SPDX-License-Identifier: Apache-2.0
// fgets writes no more than the line and its end.
// flags: -D_GNU_SOURCE
#include <pthread.h>
#include <stdio.h>

char text[64];
volatile char sink;
char lines[] = "one\ntwo\n";
FILE* file;

static void* first(void* argument) {
  (void)argument;
  if (!fgets(text, sizeof text, file)) return argument;
  return 0;
}
static void* second(void* argument) {
  (void)argument;
  text[5] = 1;
  return 0;
}
int main(void) {
  file = fmemopen(lines, sizeof lines - 1, "r");
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
