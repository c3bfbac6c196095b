// SPDX-License-Identifier: Apache-2.0
// read writes no more than what came.
#include <pthread.h>
#include <unistd.h>

char text[64];
volatile char sink;
int ends[2];

static void* first(void* argument) {
  (void)argument;
  if (read(ends[0], text, sizeof text) != 5) return argument;
  return 0;
}
static void* second(void* argument) {
  (void)argument;
  text[5] = 1;
  return 0;
}
int main(void) {
  if (pipe(ends) != 0 || write(ends[1], "hello", 5) != 5) return 1;
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
