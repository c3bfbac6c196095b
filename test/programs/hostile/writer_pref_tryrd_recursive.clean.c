// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <pthread.h>
pthread_rwlock_t l = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
void *w(void *u) { pthread_rwlock_wrlock(&l); pthread_rwlock_unlock(&l); return u; }
int main(void) { pthread_t t; pthread_create(&t, 0, w, 0); pthread_rwlock_rdlock(&l); if (!pthread_rwlock_tryrdlock(&l)) pthread_rwlock_unlock(&l); pthread_rwlock_unlock(&l); pthread_join(t, 0); return 0; }
