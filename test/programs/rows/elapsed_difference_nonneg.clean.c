// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <semaphore.h>
#include <time.h>
#include <assert.h>
sem_t s;
static long now(){ struct timespec t; clock_gettime(CLOCK_MONOTONIC,&t); return t.tv_sec*1000000000L+t.tv_nsec; }
void*f(void*p){ struct timespec n={0,5000000}; long a=now(); nanosleep(&n,0); long b=now(); assert(b-a>=5000000); sem_post(&s); return 0; }
int main(){ long a=now(); sem_init(&s,0,0); pthread_t t; pthread_create(&t,0,f,0); sem_wait(&s); assert(now()-a>=5000000); pthread_join(t,0); return 0; }
