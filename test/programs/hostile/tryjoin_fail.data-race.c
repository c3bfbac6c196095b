// SPDX-License-Identifier: Apache-2.0
// wrong: lock order of the readers only: rdlock unlock -> rdlock tells nothing, sees through tryrdlock failure? here: rdlock'ed by T with x written; main tryrdlock ok then reads
#include <pthread.h>
pthread_rwlock_t l=PTHREAD_RWLOCK_INITIALIZER;int x;
static void*f(void*p){pthread_rwlock_wrlock(&l);pthread_rwlock_unlock(&l);x=1;pthread_rwlock_wrlock(&l);return p;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);int r=1;if(pthread_rwlock_tryrdlock(&l)!=0){if(pthread_rwlock_tryrdlock(&l)!=0)r=x;else pthread_rwlock_unlock(&l);}else pthread_rwlock_unlock(&l);pthread_join(t,0);return r>1;}
