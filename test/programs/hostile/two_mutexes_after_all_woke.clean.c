// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
/* one condition with two mutexes, one after the other: allowed, as nobody waits with the first any more */
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER; int go, go2;
void *f(void *u) { pthread_mutex_lock(&m); go = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m); pthread_mutex_lock(&n); go2 = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&n); return u; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_mutex_lock(&m); while (!go) pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m);
  pthread_mutex_lock(&n); while (!go2) pthread_cond_wait(&c, &n); pthread_mutex_unlock(&n); pthread_join(t, 0); return 0; }
