// SPDX-License-Identifier: Apache-2.0
#include "short.h"
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER; int x;
F(w){LOCK(m);x=1;UNLOCK(m);return 0;}
int main(void){GO(t,w);struct timespec ts;clock_gettime(CLOCK_REALTIME,&ts);ts.tv_sec+=100;int r=pthread_mutex_timedlock(&m,&ts);x=2;if(!r)UNLOCK(m);J(t);return 0;}
