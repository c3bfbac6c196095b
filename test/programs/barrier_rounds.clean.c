// SPDX-License-Identifier: Apache-2.0
// Many rounds, the halves swap each time.
#include <pthread.h>

static pthread_barrier_t b_;
int x[2], y[2];

static void* first(void* argument) {
  (void)argument;
  for (int i = 0; i < 100; i++) {
    x[i % 2]++;
    pthread_barrier_wait(&b_);
  }
  return 0;
}
static void* second(void* argument) {
  (void)argument;
  for (int i = 0; i < 100; i++) {
    x[1 - i % 2]++;
    pthread_barrier_wait(&b_);
  }
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
