// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <time.h>
#include <assert.h>
static long long now(void){struct timespec t;clock_gettime(CLOCK_MONOTONIC,&t);return t.tv_sec*1000000000LL+t.tv_nsec;}
static long long v[2][2];
static void*f(void*p){long long*q=p;q[0]=now();q[1]=now();return 0;}
int main(void){pthread_t t[2];for(int i=0;i<2;i++)pthread_create(&t[i],0,f,v[i]);for(int i=0;i<2;i++)pthread_join(t[i],0);assert(!(v[1][0]<v[0][0]&&v[0][0]<v[1][1]&&v[1][1]<v[0][1]));return 0;}
