// SPDX-License-Identifier: Apache-2.0
// right: stamp taken under the lock
#include <time.h>
#include <pthread.h>
#include <assert.h>
static pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;static long long last;
static long long now(void){struct timespec t;clock_gettime(CLOCK_MONOTONIC,&t);return t.tv_sec*1000000000LL+t.tv_nsec;}
static void*f(void*p){for(int i=0;i<2;i++){pthread_mutex_lock(&m);long long t=now();assert(t>=last);last=t;pthread_mutex_unlock(&m);}return 0;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);f(0);pthread_join(t,0);return 0;}
