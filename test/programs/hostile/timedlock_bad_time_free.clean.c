// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <pthread.h>
#include <errno.h>
#include <assert.h>
#include <time.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *f(void *u) { struct timespec bad = {1, -1}; assert(pthread_mutex_timedlock(&m, &bad) == EINVAL); assert(pthread_mutex_clocklock(&m, CLOCK_PROCESS_CPUTIME_ID, &bad) == EINVAL); return u; }
int main(void) { struct timespec bad = {1, -1}; assert(!pthread_mutex_timedlock(&m, &bad)); pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); pthread_mutex_unlock(&m); return 0; }
