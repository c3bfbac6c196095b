// SPDX-License-Identifier: Apache-2.0
// wrong: elapsed time since another thread's stamp assumed below 1 s
#include <time.h>
#include <pthread.h>
#include <assert.h>
static long long a;
static long long now(void){struct timespec t;clock_gettime(CLOCK_MONOTONIC,&t);return t.tv_sec;}
static void*f(void*p){assert(now()-a<3);return 0;}
int main(void){a=now();pthread_t t;pthread_create(&t,0,f,0);pthread_join(t,0);return 0;}
