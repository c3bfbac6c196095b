// SPDX-License-Identifier: Apache-2.0
// right: monotonic clock never goes backwards, across threads ordered by join
#include <time.h>
#include <pthread.h>
#include <assert.h>
static long long now(void){struct timespec t;clock_gettime(CLOCK_MONOTONIC,&t);return t.tv_sec*1000000000LL+t.tv_nsec;}
long long v;
static void*f(void*p){v=now();return p;}
int main(void){long long a=now();pthread_t t;pthread_create(&t,0,f,0);pthread_join(t,0);long long b=now();assert(a<=v&&v<=b);return 0;}
