// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <time.h>
#include <errno.h>
#include <semaphore.h>
sem_t s; void*f(void*p){ sem_wait(&s); return 0; }
int main(){ sem_init(&s,0,0); pthread_t t; pthread_create(&t,0,f,0); struct timespec ts={0,0}; int r=pthread_timedjoin_np(t,0,&ts); sem_post(&s); pthread_join(t,0); return r!=ETIMEDOUT; }
