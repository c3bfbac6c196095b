// SPDX-License-Identifier: Apache-2.0
// right: the SSE rounding mode is per thread
#include <pthread.h>
#include <semaphore.h>
#include <xmmintrin.h>
static sem_t s,r;
static void*f(void*p){_MM_SET_ROUNDING_MODE(_MM_ROUND_UP);sem_post(&s);sem_wait(&r);return (void*)(long)(_MM_GET_ROUNDING_MODE()!=_MM_ROUND_UP);}
int main(void){sem_init(&s,0,0);sem_init(&r,0,0);pthread_t t;void*v;pthread_create(&t,0,f,0);sem_wait(&s);int m=_MM_GET_ROUNDING_MODE();_MM_SET_ROUNDING_MODE(_MM_ROUND_DOWN);sem_post(&r);pthread_join(t,&v);return v||m!=_MM_ROUND_NEAREST||_MM_GET_ROUNDING_MODE()!=_MM_ROUND_DOWN;}
