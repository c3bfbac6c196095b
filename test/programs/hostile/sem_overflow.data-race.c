// SPDX-License-Identifier: Apache-2.0
// wrong: a sem_post that failed with EOVERFLOW orders nothing
#include <pthread.h>
#include <semaphore.h>
#include <limits.h>
#ifndef SEM_VALUE_MAX
#define SEM_VALUE_MAX 2147483647
#endif
sem_t s;int x;
static void*f(void*p){x=1;sem_post(&s);return p;}
int main(void){sem_init(&s,0,SEM_VALUE_MAX-1);pthread_t t;pthread_create(&t,0,f,0);int r=1;if(sem_post(&s)!=0)r=x;pthread_join(t,0);return r>1;}
