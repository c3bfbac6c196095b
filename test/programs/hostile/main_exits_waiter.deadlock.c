// SPDX-License-Identifier: Apache-2.0
// wrong: main pthread_exits while the other waits for ever: process never ends
#include <pthread.h>
#include <semaphore.h>
sem_t s;
static void*f(void*p){sem_wait(&s);return p;}
int main(void){sem_init(&s,0,0);pthread_t t;pthread_create(&t,0,f,0);pthread_detach(t);pthread_exit(0);}
