// SPDX-License-Identifier: Apache-2.0
// right: pthread_cond_clockwait / mutex_clocklock / sem_clockwait with valid clocks
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <time.h>
#include <errno.h>
#include <assert.h>
static pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;static sem_t s;
static void*f(void*p){struct timespec t;clock_gettime(CLOCK_MONOTONIC,&t);t.tv_sec++;int r=pthread_mutex_clocklock(&m,CLOCK_MONOTONIC,&t);if(!r)pthread_mutex_unlock(&m);else assert(r==ETIMEDOUT);r=sem_clockwait(&s,CLOCK_MONOTONIC,&t);assert(r==0||errno==ETIMEDOUT);return 0;}
int main(void){sem_init(&s,0,0);pthread_t t;pthread_create(&t,0,f,0);pthread_mutex_lock(&m);pthread_mutex_unlock(&m);sem_post(&s);pthread_join(t,0);return 0;}
