// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <time.h>
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c=PTHREAD_COND_INITIALIZER; int go,bad;
int main(){ struct timespec ts; clock_gettime(CLOCK_MONOTONIC,&ts); ts.tv_sec+=100; pthread_mutex_lock(&m); if(pthread_cond_clockwait(&c,&m,CLOCK_MONOTONIC,&ts)==0) bad=1; pthread_mutex_unlock(&m); return bad; }
