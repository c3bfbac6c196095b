// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER; int a, b;
void *f(void *p) { pthread_mutex_lock(&m); while (!a) pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m); pthread_mutex_lock(&n); while (!b) pthread_cond_wait(&c, &n); pthread_mutex_unlock(&n); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_mutex_lock(&m); a = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m); pthread_mutex_lock(&n); b = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&n); pthread_join(t, 0); }
