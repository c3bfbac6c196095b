// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER; int n;
void bar(void) { pthread_mutex_lock(&m); n++; if (n == 2) { n = 0; pthread_cond_broadcast(&c); } else while (n != 0) pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m); }
void *f(void *p) { bar(); bar(); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); f(0); pthread_join(t, 0); }
