// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <errno.h>
#include <time.h>
#include <assert.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int x;
void *f(void *p) { pthread_mutex_lock(&m); struct timespec t; clock_gettime(CLOCK_REALTIME, &t); t.tv_nsec += 1000; if (t.tv_nsec > 999999999) { t.tv_sec++; t.tv_nsec = 0; } assert(pthread_mutex_timedlock(&m, &t) == ETIMEDOUT); x++; pthread_mutex_unlock(&m); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); f(0); pthread_join(t, 0); return x - 2; }
