// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <time.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER; int go, early;
void *f(void *p) { pthread_mutex_lock(&m); if (early) go = 0; else go = 1; pthread_mutex_unlock(&m); pthread_cond_signal(&c); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_mutex_lock(&m); early = 1; while (!go) { struct timespec e; clock_gettime(CLOCK_REALTIME, &e); e.tv_sec++; pthread_cond_timedwait(&c, &m, &e); } pthread_mutex_unlock(&m); pthread_join(t, 0); }
