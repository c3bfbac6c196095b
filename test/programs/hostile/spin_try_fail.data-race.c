// SPDX-License-Identifier: Apache-2.0
// wrong
#include <pthread.h>
pthread_spinlock_t l;int x;
static void*f(void*p){x=1;pthread_spin_lock(&l);return p;}
int main(void){pthread_spin_init(&l,0);pthread_t t;pthread_create(&t,0,f,0);int r=1;if(pthread_spin_trylock(&l)!=0)r=x;else pthread_spin_unlock(&l);pthread_join(t,0);return r>1;}
