// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <assert.h>
#include <errno.h>
#include <time.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER; int x;
void *f(void *u) { pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m); return u; }
int main(void) {
  pthread_t t; pthread_create(&t, 0, f, 0);
  struct timespec bad = {1, 1000000000};
  pthread_mutex_lock(&m); int before = x;
  int r = pthread_cond_timedwait(&c, &m, &bad);
  assert(r == EINVAL);
  assert(x == before);
  pthread_mutex_unlock(&m); pthread_join(t, 0); return 0;
}
