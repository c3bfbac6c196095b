// SPDX-License-Identifier: Apache-2.0
// right: after nanosleep(10ms) at least 10 ms have passed
#include <time.h>
#include <pthread.h>
#include <assert.h>
static long long now(void){struct timespec t;clock_gettime(CLOCK_MONOTONIC,&t);return t.tv_sec*1000000000LL+t.tv_nsec;}
static void*f(void*p){long long a=now();struct timespec s={0,10000000};nanosleep(&s,0);assert(now()-a>=10000000);return p;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);f(0);pthread_join(t,0);return 0;}
