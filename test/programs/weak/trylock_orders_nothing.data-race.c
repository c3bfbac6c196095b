// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <assert.h>
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;int x;
void*f(void*a){x=42;pthread_mutex_lock(&m);return 0;}
int main(){pthread_t t;pthread_create(&t,0,f,0);while(pthread_mutex_trylock(&m)==0)pthread_mutex_unlock(&m);assert(x==42);pthread_join(t,0);return 0;}
