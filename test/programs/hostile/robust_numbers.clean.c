// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <pthread.h>
#include <errno.h>
#include <assert.h>
#include <time.h>
pthread_mutex_t m; struct timespec p = {1, 0};
void *die(void *u) { assert(!pthread_mutex_lock(&m)); return u; }
void *g(void *u) { assert(pthread_mutex_trylock(&m) == EBUSY); assert(pthread_mutex_unlock(&m) == EPERM); assert(pthread_mutex_consistent(&m) == EINVAL); return u; }
int main(void) { pthread_mutexattr_t a; pthread_mutexattr_init(&a); pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST); pthread_mutex_init(&m, &a); pthread_t t;
  pthread_create(&t, 0, die, 0); pthread_join(t, 0); assert(pthread_mutex_trylock(&m) == EOWNERDEAD); assert(!pthread_mutex_consistent(&m)); assert(pthread_mutex_consistent(&m) == EINVAL);
  pthread_create(&t, 0, g, 0); pthread_join(t, 0); assert(!pthread_mutex_unlock(&m));
  pthread_create(&t, 0, die, 0); pthread_join(t, 0); assert(pthread_mutex_timedlock(&m, &p) == EOWNERDEAD); assert(!pthread_mutex_unlock(&m)); assert(pthread_mutex_lock(&m) == ENOTRECOVERABLE); assert(pthread_mutex_trylock(&m) == ENOTRECOVERABLE); assert(!pthread_mutex_destroy(&m)); return 0; }
