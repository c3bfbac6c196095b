// SPDX-License-Identifier: Apache-2.0
// wrong: EAGAIN orders nothing
#include <pthread.h>
#include <semaphore.h>
sem_t s;int x;
static void*f(void*p){x=1;sem_wait(&s);return p;}
int main(void){sem_init(&s,0,1);pthread_t t;pthread_create(&t,0,f,0);int r=1;if(sem_trywait(&s)!=0)r=x;else sem_post(&s);pthread_join(t,0);return r>1;}
