// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <sched.h>
#include <assert.h>
#include <semaphore.h>
sem_t a;
void*f(void*p){ cpu_set_t s; CPU_ZERO(&s); CPU_SET(0,&s); sched_setaffinity(0,sizeof s,&s); sem_post(&a); sched_getaffinity(0,sizeof s,&s); assert(CPU_COUNT(&s)==1); return 0; }
int main(){ sem_init(&a,0,0); cpu_set_t s; sched_getaffinity(0,sizeof s,&s); int n=CPU_COUNT(&s); pthread_t t; pthread_create(&t,0,f,0); sem_wait(&a); sched_getaffinity(0,sizeof s,&s); assert(CPU_COUNT(&s)==n); pthread_join(t,0); return 0; }
