// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <assert.h>
#include <errno.h>
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
void *r(void *u) { pthread_rwlock_rdlock(&l); return u; }
int main(void) { pthread_t t; pthread_create(&t, 0, r, 0); pthread_join(t, 0); assert(!pthread_rwlock_rdlock(&l)); assert(pthread_rwlock_trywrlock(&l) == EBUSY); assert(!pthread_rwlock_unlock(&l)); assert(pthread_rwlock_trywrlock(&l) == EBUSY); return 0; }
