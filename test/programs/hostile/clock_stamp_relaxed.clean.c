// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <time.h>
#include <assert.h>
#include <stdatomic.h>
static _Atomic long long last;
static long long now(void){struct timespec t;clock_gettime(CLOCK_MONOTONIC,&t);return t.tv_sec*1000000000LL+t.tv_nsec;}
static void*f(void*p){now();atomic_store_explicit(&last,now(),memory_order_relaxed);return 0;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);long long l=atomic_load_explicit(&last,memory_order_relaxed);assert(now()>=l);pthread_join(t,0);return 0;}
