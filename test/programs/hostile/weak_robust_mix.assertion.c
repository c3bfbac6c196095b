// SPDX-License-Identifier: Apache-2.0
#include "short.h"
atomic_int x,y;int a,b;pthread_mutex_t m;
F(w){LOCK(m);ST(x,1,RLX);a=LD(y,RLX);return 0;}
F(v){ST(y,1,RLX);b=LD(x,RLX);return 0;}
int main(void){pthread_mutexattr_t at;pthread_mutexattr_init(&at);pthread_mutexattr_setrobust(&at,PTHREAD_MUTEX_ROBUST);pthread_mutex_init(&m,&at);GO(t,w);GO(u,v);J(t);J(u);assert(a||b);return 0;}
