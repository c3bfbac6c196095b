// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <pthread.h>
#include <errno.h>
#include <assert.h>
#include <time.h>
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER; struct timespec p = {1, 0}, bad = {1, 2000000000};
void *f(void *u) { assert(pthread_rwlock_tryrdlock(&l) == EBUSY); assert(pthread_rwlock_trywrlock(&l) == EBUSY); assert(pthread_rwlock_timedrdlock(&l, &p) == ETIMEDOUT); assert(pthread_rwlock_clockwrlock(&l, CLOCK_MONOTONIC, &p) == ETIMEDOUT); assert(pthread_rwlock_timedwrlock(&l, &bad) == EINVAL); return u; }
int main(void) { assert(pthread_rwlock_timedrdlock(&l, &bad) == EINVAL); assert(pthread_rwlock_clockrdlock(&l, CLOCK_BOOTTIME, &p) == EINVAL); assert(!pthread_rwlock_wrlock(&l)); assert(pthread_rwlock_wrlock(&l) == EDEADLK); assert(pthread_rwlock_rdlock(&l) == EDEADLK); assert(pthread_rwlock_timedwrlock(&l, &p) == EDEADLK); assert(pthread_rwlock_tryrdlock(&l) == EBUSY);
  pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); assert(!pthread_rwlock_unlock(&l)); assert(!pthread_rwlock_destroy(&l)); return 0; }
