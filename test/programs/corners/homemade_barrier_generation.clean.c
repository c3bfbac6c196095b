// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <assert.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER; int n, gen; int x[2];
void bar(void) { pthread_mutex_lock(&m); int g = gen; if (++n == 2) { n = 0; gen++; pthread_cond_broadcast(&c); } else while (gen == g) pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m); }
void *f(void *p) { int i = (int)(long)p; x[i] = 1; bar(); assert(x[1 - i] == 1); bar(); x[i] = 2; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, (void *)1); f(0); pthread_join(t, 0); }
