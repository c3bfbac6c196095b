// SPDX-License-Identifier: Apache-2.0
// A zero-width bit-field separates memory locations.
#include <pthread.h>

struct {
  unsigned a : 8;
  unsigned : 0;
  unsigned b : 8;
} s;

static void* first(void* argument) {
  (void)argument;
  s.a = 1;
  return 0;
}
static void* second(void* argument) {
  (void)argument;
  s.b = 2;
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
