// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <pthread.h>
#include <time.h>
#include <errno.h>
#include <assert.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *f(void *p) { struct timespec e, n; clock_gettime(CLOCK_MONOTONIC, &e); e.tv_sec += 3; int r = pthread_mutex_clocklock(&m, CLOCK_MONOTONIC, &e); if (r) { assert(r == ETIMEDOUT); clock_gettime(CLOCK_MONOTONIC, &n); assert(n.tv_sec >= e.tv_sec); } else pthread_mutex_unlock(&m); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); f(0); pthread_join(t, 0); }
