// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <time.h>
#include <errno.h>
#include <assert.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *f(void *p) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); int n = 0; for (int i = 0; i < 2; i++) { struct timespec e; clock_gettime(CLOCK_REALTIME, &e); e.tv_nsec = 0; if (pthread_mutex_timedlock(&m, &e) == 0) { pthread_mutex_unlock(&m); break; } n++; } assert(n < 2); pthread_join(t, 0); }
