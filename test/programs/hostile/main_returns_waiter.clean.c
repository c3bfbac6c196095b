// SPDX-License-Identifier: Apache-2.0
// right: process ends while detached thread waits for ever
#include <pthread.h>
#include <semaphore.h>
sem_t s;
static void*f(void*p){sem_wait(&s);return p;}
int main(void){sem_init(&s,0,0);pthread_t t;pthread_create(&t,0,f,0);pthread_detach(t);return 0;}
