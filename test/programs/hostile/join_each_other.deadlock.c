// SPDX-License-Identifier: Apache-2.0
// wrong: two threads join each other: deadlock
#include <pthread.h>
#include <semaphore.h>
static pthread_t a,b;static sem_t s;
static void*f(void*p){sem_wait(&s);pthread_join(b,0);return p;}
static void*g(void*p){sem_wait(&s);pthread_join(a,0);return p;}
int main(void){sem_init(&s,0,0);pthread_create(&a,0,f,0);pthread_create(&b,0,g,0);sem_post(&s);sem_post(&s);pthread_exit(0);}
