// SPDX-License-Identifier: Apache-2.0
#include "short.h"
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;pthread_cond_t c=PTHREAD_COND_INITIALIZER;atomic_int f;
F(w){f=1;pthread_cond_signal(&c);return 0;}
int main(void){GO(t,w);LOCK(m);while(!f){struct timespec ts;clock_gettime(CLOCK_REALTIME,&ts);ts.tv_sec++;pthread_cond_timedwait(&c,&m,&ts);}UNLOCK(m);J(t);return 0;}
