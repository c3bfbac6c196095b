// SPDX-License-Identifier: Apache-2.0
// wrong: three clock looks, each later by >1s
#include <time.h>
#include <pthread.h>
#include <assert.h>
static long now(void){struct timespec t;clock_gettime(CLOCK_MONOTONIC,&t);return t.tv_sec;}
int bad;
static void*f(void*p){long a=now(),b=now(),c=now(),d=now();if(b-a>=1&&c-b>=1&&d-c>=1)bad=1;return p;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);pthread_join(t,0);assert(!bad);return 0;}
