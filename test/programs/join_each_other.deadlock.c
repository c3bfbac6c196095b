// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <semaphore.h>
pthread_t a,b;sem_t s,s2;
void*f(void*q){sem_wait(&s);pthread_join(b,0);return 0;}
void*g(void*q){sem_wait(&s2);pthread_join(a,0);return 0;}
int main(){sem_init(&s,0,0);sem_init(&s2,0,0);pthread_create(&a,0,f,0);pthread_create(&b,0,g,0);sem_post(&s);sem_post(&s2);pthread_exit(0);}
