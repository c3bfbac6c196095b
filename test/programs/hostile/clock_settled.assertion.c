// SPDX-License-Identifier: Apache-2.0
// wrong: two threads' deadlines: T1's wait runs out, T2 with an earlier look assumed to be earlier
#include <pthread.h>
#include <time.h>
#include <stdatomic.h>
#include <assert.h>
static atomic_long first,second;
static long now(void){struct timespec t;clock_gettime(CLOCK_MONOTONIC,&t);return t.tv_sec*1000000000L+t.tv_nsec;}
static void*f(void*p){first=now();return 0;}
static void*g(void*p){second=now();return 0;}
int main(void){pthread_t t,u;pthread_create(&t,0,f,0);pthread_create(&u,0,g,0);pthread_join(t,0);pthread_join(u,0);assert(first<=second);return 0;}
