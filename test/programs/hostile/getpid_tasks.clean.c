// SPDX-License-Identifier: Apache-2.0
// right: pthread_kill(t,0) on a live thread is 0
#include <pthread.h>
#include <signal.h>
#include <semaphore.h>
static sem_t s;
static void*f(void*p){sem_wait(&s);return 0;}
int main(void){sem_init(&s,0,0);pthread_t t;pthread_create(&t,0,f,0);int r=pthread_kill(t,0);sem_post(&s);pthread_join(t,0);return r;}
