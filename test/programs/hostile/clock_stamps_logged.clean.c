// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <time.h>
#include <assert.h>
static pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;static struct{long long t;int who;}log_[8];static int n;
static long long now(void){struct timespec t;clock_gettime(CLOCK_MONOTONIC,&t);return t.tv_sec*1000000000LL+t.tv_nsec;}
static void*f(void*p){for(int i=0;i<2;i++){long long t=now();pthread_mutex_lock(&m);log_[n].t=t;log_[n++].who=(int)(long)p;pthread_mutex_unlock(&m);}return 0;}
int main(void){pthread_t t[2];for(long i=0;i<2;i++)pthread_create(&t[i],0,f,(void*)i);for(int i=0;i<2;i++)pthread_join(t[i],0);assert(n==4);return 0;}
