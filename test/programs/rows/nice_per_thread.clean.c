// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <sys/resource.h>
#include <semaphore.h>
#include <assert.h>
sem_t a;
void*f(void*p){ setpriority(PRIO_PROCESS,0,19); sem_post(&a); assert(getpriority(PRIO_PROCESS,0)==19); return 0; }
int main(){ sem_init(&a,0,0); int n=getpriority(PRIO_PROCESS,0); if(n==19) return 0; pthread_t t; pthread_create(&t,0,f,0); sem_wait(&a); assert(getpriority(PRIO_PROCESS,0)==n); pthread_join(t,0); return 0; }
