// SPDX-License-Identifier: Apache-2.0
// wrong: writer-preferring lock, recursive read while writer waits: deadlock.
#define _GNU_SOURCE
#include <pthread.h>
static pthread_rwlock_t l=PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
static void*f(void*a){pthread_rwlock_rdlock(&l);pthread_rwlock_rdlock(&l);pthread_rwlock_unlock(&l);pthread_rwlock_unlock(&l);return a;}
static void*g(void*a){pthread_rwlock_wrlock(&l);pthread_rwlock_unlock(&l);return a;}
int main(void){pthread_t t,u;pthread_create(&t,0,f,0);pthread_create(&u,0,g,0);pthread_join(t,0);pthread_join(u,0);return 0;}
