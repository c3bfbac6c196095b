// SPDX-License-Identifier: Apache-2.0
#include "short.h"
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;pthread_cond_t c;int f;
F(w){LOCK(m);f=1;pthread_cond_broadcast(&c);UNLOCK(m);return 0;}
int main(void){pthread_condattr_t a;pthread_condattr_init(&a);pthread_condattr_setclock(&a,CLOCK_MONOTONIC);pthread_cond_init(&c,&a);GO(t,w);struct timespec ts;clock_gettime(CLOCK_MONOTONIC,&ts);ts.tv_sec+=5;LOCK(m);int r=0;while(!f&&!r)r=pthread_cond_timedwait(&c,&m,&ts);UNLOCK(m);J(t);assert(f);return 0;}
