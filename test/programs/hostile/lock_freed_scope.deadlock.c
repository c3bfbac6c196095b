// SPDX-License-Identifier: Apache-2.0
// wrong: mutex on the stack held by another thread when its scope ends
#include <pthread.h>
#include <semaphore.h>
sem_t s;
static void*f(void*p){pthread_mutex_lock(p);sem_post(&s);sem_wait(&s);return 0;}
int main(void){sem_init(&s,0,0);pthread_t t;{pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;pthread_create(&t,0,f,&m);sem_wait(&s);}sem_post(&s);pthread_join(t,0);return 0;}
