// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <time.h>
#include <assert.h>
#ifndef N
#define N 3
#endif
static long long now(void){struct timespec t;clock_gettime(CLOCK_MONOTONIC,&t);return t.tv_sec*1000000000LL+t.tv_nsec;}
static long long el[N];
static void*f(void*p){long long a=now();*(long long*)p=now()-a;return 0;}
int main(void){pthread_t t[N];long long s=now();for(int i=0;i<N;i++)pthread_create(&t[i],0,f,&el[i]);long long sum=0;for(int i=0;i<N;i++)pthread_join(t[i],0),sum+=el[i];assert(sum>=0&&now()>=s);return 0;}
