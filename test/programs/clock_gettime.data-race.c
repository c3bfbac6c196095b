// SPDX-License-Identifier: Apache-2.0
// clock_gettime writes the time.
// expect-variable: text
// flags: -D_GNU_SOURCE
#include <pthread.h>
#include <time.h>

struct timespec text;
volatile long sink;

static void* first(void* argument) {
  (void)argument;
  clock_gettime(CLOCK_MONOTONIC, &text);
  return 0;
}
static void* second(void* argument) {
  (void)argument;
  sink = text.tv_nsec;
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
