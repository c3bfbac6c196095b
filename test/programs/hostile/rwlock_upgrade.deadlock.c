// SPDX-License-Identifier: Apache-2.0
// wrong: both upgrade by wrlock while holding rdlock: self-deadlock.
#include <pthread.h>
static pthread_rwlock_t l=PTHREAD_RWLOCK_INITIALIZER;static int v;
static void*f(void*a){pthread_rwlock_rdlock(&l);int n=v;pthread_rwlock_unlock(&l);pthread_rwlock_rdlock(&l);if(n==1)pthread_rwlock_wrlock(&l);pthread_rwlock_unlock(&l);
 pthread_rwlock_wrlock(&l);v=1;pthread_rwlock_unlock(&l);return a;}
int main(void){pthread_t t,u;pthread_create(&t,0,f,0);pthread_create(&u,0,f,0);pthread_join(t,0);pthread_join(u,0);return 0;}
