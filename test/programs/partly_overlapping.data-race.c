// SPDX-License-Identifier: Apache-2.0
// A long is written, one of its bytes is read.
#include <pthread.h>

union {
  long whole;
  char part[8];
} u;

static void* first(void* argument) {
  (void)argument;
  u.whole = 1;
  return 0;
}
static void* second(void* argument) {
  (void)argument;
  if (u.part[5]) u.part[0] = 0;
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
