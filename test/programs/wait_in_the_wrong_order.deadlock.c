// SPDX-License-Identifier: Apache-2.0
// A condition's mutex is taken again after the wait, while the other one is still held.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int done, later;
static void* waits(void* p) {
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&n);
  while (!done) pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&n);
  pthread_mutex_unlock(&m);
  return p;
}
static void* takes_both(void* p) {
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&n);
  later = 1;
  pthread_mutex_unlock(&n);
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, waits, 0);
  pthread_mutex_lock(&m);
  done = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  pthread_create(&b, 0, takes_both, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
