// SPDX-License-Identifier: Apache-2.0
// right: thread waits until user is done with its TLS variable.
#include <pthread.h>
#include <semaphore.h>
static __thread int x;static int*g;static sem_t a,b;
static void*f(void*p){x=5;g=&x;sem_post(&a);sem_wait(&b);return 0;}
int main(void){sem_init(&a,0,0);sem_init(&b,0,0);pthread_t t;pthread_create(&t,0,f,0);sem_wait(&a);int v=*g;*g=7;sem_post(&b);pthread_join(t,0);return v!=5;}
