// SPDX-License-Identifier: Apache-2.0
#include "short.h"
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;pthread_cond_t c=PTHREAD_COND_INITIALIZER;atomic_int f;int d;
F(w){d=1;LOCK(m);ST(f,1,REL);pthread_cond_signal(&c);UNLOCK(m);return 0;}
int main(void){GO(t,w);for(int i=0;i<100&&!LD(f,ACQ);i++)__builtin_ia32_pause();LOCK(m);while(!LD(f,RLX))pthread_cond_wait(&c,&m);UNLOCK(m);assert(d==1);J(t);return 0;}
