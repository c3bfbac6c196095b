// SPDX-License-Identifier: Apache-2.0
// wrong: timed join gives up -> thread uses main's stack after return
#define _GNU_SOURCE
#include <pthread.h>
#include <time.h>
static void*f(void*p){*(int*)p=1;return p;}
int main(void){int x=0;pthread_t t;struct timespec ts;clock_gettime(CLOCK_REALTIME,&ts);ts.tv_sec+=5;pthread_create(&t,0,f,&x);if(pthread_timedjoin_np(t,0,&ts))pthread_detach(t);return 0;}
