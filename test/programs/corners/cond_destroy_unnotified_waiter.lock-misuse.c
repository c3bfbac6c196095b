// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c; int go, w;
void *f(void *p) { pthread_mutex_lock(&m); w = 1; while (!go) pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m); return p; }
int main(void) { pthread_cond_init(&c, 0); pthread_t t; pthread_create(&t, 0, f, 0); pthread_mutex_lock(&m); go = 1; int k = w; pthread_mutex_unlock(&m); if (k) pthread_cond_destroy(&c); pthread_join(t, 0); }
