// SPDX-License-Identifier: Apache-2.0
// wrong: write under read lock.
#include <pthread.h>
static pthread_rwlock_t l=PTHREAD_RWLOCK_INITIALIZER;static int cache;
static void*f(void*a){pthread_rwlock_rdlock(&l);if(!cache)cache=1;pthread_rwlock_unlock(&l);return a;}
int main(void){pthread_t t,u;pthread_create(&t,0,f,0);pthread_create(&u,0,f,0);pthread_join(t,0);pthread_join(u,0);return 0;}
