// SPDX-License-Identifier: Apache-2.0
// right: stamp handed over by a semaphore is not later than the receiver's look
#include <time.h>
#include <pthread.h>
#include <semaphore.h>
#include <assert.h>
static sem_t s;static long long a;
static long long now(void){struct timespec t;clock_gettime(CLOCK_MONOTONIC,&t);return t.tv_sec*1000000000LL+t.tv_nsec;}
static void*f(void*p){now();a=now();sem_post(&s);return 0;}
int main(void){sem_init(&s,0,0);pthread_t t;pthread_create(&t,0,f,0);now();sem_wait(&s);assert(now()>=a);pthread_join(t,0);return 0;}
