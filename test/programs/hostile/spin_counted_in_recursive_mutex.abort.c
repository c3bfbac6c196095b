// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
atomic_int flag; pthread_mutex_t r=PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
void*w(void*x){atomic_store(&flag,1);return 0;}
void*v(void*x){if(pthread_mutex_trylock(&r))abort();pthread_mutex_unlock(&r);return 0;}
int main(){pthread_t t;pthread_create(&t,0,w,0);
 while(!atomic_load(&flag)) pthread_mutex_lock(&r);
 for(int i=0;i<3;i++)pthread_mutex_unlock(&r);
 pthread_join(t,0);pthread_create(&t,0,v,0);pthread_join(t,0);}
