// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <fenv.h>
#include <assert.h>
#include <semaphore.h>
sem_t a,b;
void*f(void*p){ fesetround(FE_UPWARD); sem_post(&a); sem_wait(&b); assert(fegetround()==FE_UPWARD); return 0; }
int main(){ sem_init(&a,0,0); sem_init(&b,0,0); pthread_t t; pthread_create(&t,0,f,0); sem_wait(&a); assert(fegetround()==FE_TONEAREST); sem_post(&b); pthread_join(t,0); assert(fegetround()==FE_TONEAREST); return 0; }
