// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <time.h>
#include <assert.h>
static long long now(void){struct timespec t;clock_gettime(CLOCK_MONOTONIC,&t);return t.tv_sec*1000000000LL+t.tv_nsec;}
static long long v[3];
static void*f(void*p){*(long long*)p=now();return 0;}
int main(void){pthread_t t[3];for(int i=0;i<3;i++)pthread_create(&t[i],0,f,v+i);for(int i=0;i<3;i++)pthread_join(t[i],0);assert(!(v[1]<v[0]&&v[0]<v[2]));return 0;}
