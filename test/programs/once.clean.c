// SPDX-License-Identifier: Apache-2.0
// Whoever calls once sees what the routine did.
#include <pthread.h>

static pthread_once_t o = PTHREAD_ONCE_INIT;
int x, y[2];
static void init(void) { x = 7; }

static void* first(void* argument) {
  (void)argument;
  pthread_once(&o, init);
  y[0] = x;
  return 0;
}
static void* second(void* argument) {
  (void)argument;
  pthread_once(&o, init);
  y[1] = x;
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
