// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <pthread.h>
#include <errno.h>
#include <assert.h>
#include <time.h>
pthread_mutex_t m; struct timespec p = {1, 0};
void *f(void *u) { assert(!pthread_mutex_lock(&m)); return u; }
int main(void) { pthread_mutexattr_t a; pthread_mutexattr_init(&a); pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST); pthread_mutexattr_setprotocol(&a, PTHREAD_PRIO_INHERIT); pthread_mutexattr_settype(&a, PTHREAD_MUTEX_ERRORCHECK); pthread_mutexattr_setpshared(&a, PTHREAD_PROCESS_SHARED); pthread_mutex_init(&m, &a);
  pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); assert(pthread_mutex_lock(&m) == EOWNERDEAD); assert(pthread_mutex_lock(&m) == EDEADLK); assert(pthread_mutex_trylock(&m) == EDEADLK); assert(!pthread_mutex_consistent(&m)); assert(!pthread_mutex_unlock(&m)); assert(!pthread_mutex_timedlock(&m, &p)); assert(!pthread_mutex_unlock(&m)); return 0; }
