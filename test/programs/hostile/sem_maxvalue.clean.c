// SPDX-License-Identifier: Apache-2.0
// right: sem_getvalue while others wait is 0 (Linux never negative)
#include <pthread.h>
#include <semaphore.h>
#include <assert.h>
static sem_t s;
static void*f(void*p){sem_wait(&s);return 0;}
int main(void){sem_init(&s,0,0);pthread_t t,u;pthread_create(&t,0,f,0);pthread_create(&u,0,f,0);int v;sem_getvalue(&s,&v);assert(v==0);sem_post(&s);sem_post(&s);pthread_join(t,0);pthread_join(u,0);return 0;}
