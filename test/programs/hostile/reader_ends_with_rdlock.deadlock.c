// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
void *r(void *u) { pthread_rwlock_rdlock(&l); return u; }
int main(void) { pthread_t t; pthread_create(&t, 0, r, 0); pthread_join(t, 0); pthread_rwlock_rdlock(&l); pthread_rwlock_unlock(&l); pthread_rwlock_wrlock(&l); return 0; }
