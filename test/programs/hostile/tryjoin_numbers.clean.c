// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <pthread.h>
#include <errno.h>
#include <assert.h>
#include <time.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int x;
void *f(void *u) { pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m); return u; }
int main(void) { pthread_mutex_lock(&m); pthread_t t; pthread_create(&t, 0, f, 0); assert(pthread_tryjoin_np(t, 0) == EBUSY); struct timespec p = {1, 0}; assert(pthread_timedjoin_np(t, 0, &p) == ETIMEDOUT); assert(pthread_clockjoin_np(t, 0, CLOCK_MONOTONIC, &p) == ETIMEDOUT); assert(pthread_join(pthread_self(), 0) == EDEADLK); pthread_mutex_unlock(&m); void *r = &r; pthread_join(t, &r); assert(!r && x == 1); return 0; }
