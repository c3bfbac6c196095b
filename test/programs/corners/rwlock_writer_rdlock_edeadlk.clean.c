// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <errno.h>
#include <assert.h>
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER; int x;
void *f(void *p) { pthread_rwlock_wrlock(&l); x++; assert(pthread_rwlock_rdlock(&l) == EDEADLK); assert(pthread_rwlock_wrlock(&l) == EDEADLK); assert(pthread_rwlock_tryrdlock(&l) == EBUSY); pthread_rwlock_unlock(&l); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); f(0); pthread_join(t, 0); return x - 2; }
