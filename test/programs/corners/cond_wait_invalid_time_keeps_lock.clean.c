// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <errno.h>
#include <assert.h>
#include <time.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER; int x;
void *f(void *p) { pthread_mutex_lock(&m); x = 1; struct timespec t = {1, 1000000000L};
  assert(pthread_cond_timedwait(&c, &m, &t) == EINVAL); assert(x == 1); pthread_mutex_unlock(&m); return p; }
int main(void) {
  pthread_t t; pthread_create(&t, 0, f, 0);
  pthread_mutex_lock(&m); x = 2; pthread_mutex_unlock(&m);
  pthread_join(t, 0);
}
