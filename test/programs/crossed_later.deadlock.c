// SPDX-License-Identifier: Apache-2.0
// The main thread takes both in one order before it creates the other thread, and again after.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t barrier;
static void both(pthread_mutex_t* first, pthread_mutex_t* second) {
  pthread_mutex_lock(first);
  pthread_mutex_lock(second);
  pthread_mutex_unlock(second);
  pthread_mutex_unlock(first);
}
static void* worker(void* p) {
  both(&n, &m);
  pthread_barrier_wait(&barrier);
  return p;
}
int main(void) {
  pthread_t t;
  pthread_barrier_init(&barrier, 0, 2);
  both(&m, &n);
  pthread_create(&t, 0, worker, 0);
  pthread_barrier_wait(&barrier);
  both(&m, &n);
  pthread_join(t, 0);
  return 0;
}
