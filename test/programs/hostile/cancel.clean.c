// SPDX-License-Identifier: Apache-2.0
// right: cancel a thread blocked in sem_wait; join sees PTHREAD_CANCELED
#include <pthread.h>
#include <semaphore.h>
static sem_t s;
static void*f(void*p){sem_wait(&s);return 0;}
int main(void){sem_init(&s,0,0);pthread_t t;void*r;pthread_create(&t,0,f,0);pthread_cancel(t);pthread_join(t,&r);return r!=PTHREAD_CANCELED;}
