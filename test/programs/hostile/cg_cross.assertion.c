// SPDX-License-Identifier: Apache-2.0
// wrong: clock_gettime of two threads: seconds need not be equal
#include <time.h>
#include <pthread.h>
#include <assert.h>
static struct timespec a;
static void*f(void*p){clock_gettime(CLOCK_MONOTONIC,&a);return 0;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);struct timespec b;clock_gettime(CLOCK_MONOTONIC,&b);pthread_join(t,0);assert(a.tv_sec==b.tv_sec);return 0;}
