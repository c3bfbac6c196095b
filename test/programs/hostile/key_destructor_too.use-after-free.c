// SPDX-License-Identifier: Apache-2.0
// wrong: key destructor frees what another thread uses via global.
#include <pthread.h>
#include <stdlib.h>
#include <semaphore.h>
static pthread_key_t k;int*g;static sem_t s;
static void*f(void*p){int*q=malloc(4);*q=1;pthread_setspecific(k,q);g=q;sem_post(&s);return 0;}
int main(void){sem_init(&s,0,0);pthread_key_create(&k,free);pthread_t t;pthread_create(&t,0,f,0);sem_wait(&s);*g=2;pthread_join(t,0);return 0;}
