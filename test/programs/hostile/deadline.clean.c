// SPDX-License-Identifier: Apache-2.0
// right: polling with deadline gives up gracefully
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
atomic_int ok;int d;
static void*f(void*p){d=1;ok=1;return p;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);struct timespec a,b;clock_gettime(CLOCK_MONOTONIC,&a);int r=1;do{if(ok){r=d;break;}clock_gettime(CLOCK_MONOTONIC,&b);}while(b.tv_sec-a.tv_sec<1);pthread_join(t,0);return r!=1;}
