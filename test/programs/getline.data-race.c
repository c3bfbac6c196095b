// SPDX-License-Identifier: Apache-2.0
// getline writes into the memory it is given.
// flags: -D_GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

char* text;
size_t room = 64;
volatile char sink;
char lines[] = "one\ntwo\n";
FILE* file;

static void* first(void* argument) {
  (void)argument;
  char* own = text;
  if (getline(&own, &room, file) != 4) return argument;
  return 0;
}
static void* second(void* argument) {
  (void)argument;
  sink = text[3];
  return 0;
}
int main(void) {
  text = (char*)malloc(room);
  file = fmemopen(lines, sizeof lines - 1, "r");
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
