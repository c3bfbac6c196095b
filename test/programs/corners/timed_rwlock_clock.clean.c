// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <pthread.h>
#include <time.h>
#include <errno.h>
#include <assert.h>
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER; int x;
void *f(void *p) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); t.tv_sec++; int r = pthread_rwlock_clockwrlock(&l, CLOCK_MONOTONIC, &t); assert(r == 0 || r == ETIMEDOUT); if (!r) { x++; pthread_rwlock_unlock(&l); } return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_rwlock_rdlock(&l); int k = x; pthread_rwlock_unlock(&l); assert(k >= 0); f(0); pthread_join(t, 0); return x > 2; }
