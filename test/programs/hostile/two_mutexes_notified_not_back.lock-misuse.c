// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER; int go, go2;
void *w(void *u) { pthread_mutex_lock(&m); while (!go) pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m); return u; }
void *v(void *u) { pthread_mutex_lock(&n); while (!go2) pthread_cond_wait(&c, &n); pthread_mutex_unlock(&n); return u; }
int main(void) { pthread_t t, s; pthread_create(&t, 0, w, 0); pthread_create(&s, 0, v, 0);
  pthread_mutex_lock(&m); go = 1; pthread_cond_broadcast(&c); pthread_mutex_unlock(&m);
  pthread_mutex_lock(&n); go2 = 1; pthread_cond_broadcast(&c); pthread_mutex_unlock(&n);
  pthread_join(t, 0); pthread_join(s, 0); return 0; }
