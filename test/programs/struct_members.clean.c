// SPDX-License-Identifier: Apache-2.0
// Different members.
#include <pthread.h>

struct {
  int a;
  char b;
  char c;
  short d;
} s;

static void* first(void* argument) {
  (void)argument;
  s.a = 1;
  s.c = 1;
  return 0;
}
static void* second(void* argument) {
  (void)argument;
  s.b = 1;
  s.d = 1;
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
