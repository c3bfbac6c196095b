// SPDX-License-Identifier: Apache-2.0
#include "short.h"
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c=PTHREAD_COND_INITIALIZER; int f;
F(w){LOCK(m);f=1;pthread_cond_signal(&c);UNLOCK(m);return 0;}
int main(void){GO(t,w);struct timespec ts;clock_gettime(CLOCK_REALTIME,&ts);ts.tv_sec+=1;int r=0;LOCK(m);while(!f&&r==0)r=pthread_cond_timedwait(&c,&m,&ts);
if(r==ETIMEDOUT)assert(!f);UNLOCK(m);J(t);return 0;}
