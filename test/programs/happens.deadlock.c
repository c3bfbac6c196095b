// SPDX-License-Identifier: Apache-2.0
// It happens: both hold one lock and wait for the other.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t both;

static void* first(void* argument) {
  (void)argument;
  pthread_mutex_lock(&m);
  pthread_barrier_wait(&both);
  pthread_mutex_lock(&n);
  return 0;
}
static void* second(void* argument) {
  (void)argument;
  pthread_mutex_lock(&n);
  pthread_barrier_wait(&both);
  pthread_mutex_lock(&m);
  return 0;
}
int main(void) {
  pthread_barrier_init(&both, 0, 2);
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
