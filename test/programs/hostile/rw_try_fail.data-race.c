// SPDX-License-Identifier: Apache-2.0
// wrong: trywrlock EBUSY orders nothing
#include <pthread.h>
pthread_rwlock_t l=PTHREAD_RWLOCK_INITIALIZER;int x;
static void*f(void*p){x=1;pthread_rwlock_rdlock(&l);return p;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);int r=1;if(pthread_rwlock_trywrlock(&l)!=0)r=x;else pthread_rwlock_unlock(&l);pthread_join(t,0);return r>1;}
