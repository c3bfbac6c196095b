// SPDX-License-Identifier: Apache-2.0
// wrong: assumes main's look (before join) is not later than the thread's
#include <time.h>
#include <pthread.h>
#include <assert.h>
static long long now(void){struct timespec t;clock_gettime(CLOCK_MONOTONIC,&t);return t.tv_sec*1000000000LL+t.tv_nsec;}
static long long a;
static void*f(void*p){a=now();return 0;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);long long b=now();pthread_join(t,0);assert(b<=a);return 0;}
