// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <fenv.h>
#include <assert.h>
#include <semaphore.h>
sem_t a; volatile double z;
void*f(void*p){ feraiseexcept(FE_DIVBYZERO); sem_post(&a); return 0; }
int main(){ sem_init(&a,0,0); feclearexcept(FE_ALL_EXCEPT); pthread_t t; pthread_create(&t,0,f,0); sem_wait(&a); assert(!fetestexcept(FE_DIVBYZERO)); pthread_join(t,0); assert(!fetestexcept(FE_DIVBYZERO)); return 0; }
