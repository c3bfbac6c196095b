// SPDX-License-Identifier: Apache-2.0
// wrong (Boehm): failed trylock orders nothing, though "the other must have written x before locking".
#include <pthread.h>
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;int x;
static void*f(void*p){x=1;pthread_mutex_lock(&m);return p;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);int r=1;if(pthread_mutex_trylock(&m)!=0)r=x;else pthread_mutex_unlock(&m);pthread_join(t,0);return r>1;}
