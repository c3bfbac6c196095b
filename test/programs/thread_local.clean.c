// SPDX-License-Identifier: Apache-2.0
// Each thread has its own.
#include <pthread.h>

static _Thread_local int own;

static void* first(void* argument) {
  (void)argument;
  own = 1;
  own++;
  return 0;
}
static void* second(void* argument) {
  (void)argument;
  own = 2;
  own++;
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
