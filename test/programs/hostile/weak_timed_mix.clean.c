// SPDX-License-Identifier: Apache-2.0
#include "short.h"
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;pthread_cond_t c=PTHREAD_COND_INITIALIZER;atomic_int f;int d;
F(w){d=1;ST(f,1,REL);LOCK(m);pthread_cond_signal(&c);UNLOCK(m);return 0;}
int main(void){GO(t,w);struct timespec ts;clock_gettime(CLOCK_REALTIME,&ts);ts.tv_sec++;LOCK(m);int r=0;while(!LD(f,ACQ)&&!r)r=pthread_cond_timedwait(&c,&m,&ts);UNLOCK(m);if(LD(f,ACQ))assert(d==1);J(t);return 0;}
