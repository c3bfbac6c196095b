// SPDX-License-Identifier: Apache-2.0
// A variable on main's stack, shared by pointer.
#include <pthread.h>

int* shared;

static void* first(void* argument) {
  (void)argument;
  *shared = 1;
  return 0;
}
static void* second(void* argument) {
  (void)argument;
  *shared = 2;
  return 0;
}
int main(void) {
  int local = 0;
  shared = &local;
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
