// SPDX-License-Identifier: Apache-2.0
// With 64-bit file offsets pread has another name.
// expect-variable: text
// flags: -D_FILE_OFFSET_BITS=64 -D_GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

char text[64];
volatile char sink;
FILE* file;

static void* first(void* argument) {
  (void)argument;
  if (pread(fileno(file), text, sizeof text, 2) != 3) return argument;
  return 0;
}
static void* second(void* argument) {
  (void)argument;
  sink = text[2];
  return 0;
}
int main(void) {
  file = tmpfile();
  if (!file || write(fileno(file), "hello", 5) != 5) return 1;
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
