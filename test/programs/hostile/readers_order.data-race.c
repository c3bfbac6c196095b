// SPDX-License-Identifier: Apache-2.0
// wrong: second reader relies on sem-less order: reader1 writes x under rdlock, writer waits ... reader->reader order via getvalue
#include <pthread.h>
#include <semaphore.h>
sem_t s;int x;
static void*f(void*p){x=1;sem_post(&s);return p;}
int main(void){sem_init(&s,0,0);pthread_t t;pthread_create(&t,0,f,0);int r=1,v=0;sem_getvalue(&s,&v);if(v)r=x;pthread_join(t,0);return r>1;}
