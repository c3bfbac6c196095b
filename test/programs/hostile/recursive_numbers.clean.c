// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <pthread.h>
#include <errno.h>
#include <assert.h>
#include <time.h>
pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP; struct timespec p = {1, 0};
void *f(void *u) { assert(pthread_mutex_trylock(&m) == EBUSY); assert(pthread_mutex_unlock(&m) == EPERM); assert(pthread_mutex_timedlock(&m, &p) == ETIMEDOUT); return u; }
int main(void) { assert(!pthread_mutex_lock(&m)); assert(!pthread_mutex_trylock(&m)); assert(!pthread_mutex_timedlock(&m, &p)); assert(!pthread_mutex_unlock(&m)); assert(!pthread_mutex_unlock(&m)); pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); assert(!pthread_mutex_unlock(&m)); assert(pthread_mutex_unlock(&m) == EPERM); return 0; }
