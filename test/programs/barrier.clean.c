// SPDX-License-Identifier: Apache-2.0
// What came before the barrier happens before what comes after.
#include <pthread.h>

static pthread_barrier_t b_;
int x[2], y[2];

static void* first(void* argument) {
  (void)argument;
  x[0] = 1;
  pthread_barrier_wait(&b_);
  y[0] = x[1];
  return 0;
}
static void* second(void* argument) {
  (void)argument;
  x[1] = 1;
  pthread_barrier_wait(&b_);
  y[1] = x[0];
  return 0;
}
int main(void) {
  pthread_barrier_init(&b_, 0, 2);
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
