// SPDX-License-Identifier: Apache-2.0
// right: bounded spin then blocks
#include <pthread.h>
#include <stdatomic.h>
#include <semaphore.h>
atomic_int flag;sem_t s;
static void*f(void*p){for(int i=0;i<5;i++)if(flag)break;sem_wait(&s);return (void*)(long)!flag;}
int main(void){sem_init(&s,0,0);pthread_t t;void*r;pthread_create(&t,0,f,0);flag=1;sem_post(&s);pthread_join(t,&r);return r!=0;}
