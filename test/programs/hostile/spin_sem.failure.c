// SPDX-License-Identifier: Apache-2.0
// wrong: loop posts; 4 posts before flag seen -> fails
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <semaphore.h>
atomic_int flag;static sem_t s;
static void*f(void*p){int v;while(!flag){sem_post(&s);}sem_getvalue(&s,&v);if(v==3)exit(4);return p;}
int main(void){sem_init(&s,0,0);pthread_t t;pthread_create(&t,0,f,0);flag=1;pthread_join(t,0);return 0;}
