// SPDX-License-Identifier: Apache-2.0
#include "short.h"
atomic_int x,y;int a,b;pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;
F(w){ST(x,1,RLX);LOCK(m);UNLOCK(m);a=LD(y,RLX);return 0;}
F(v){ST(y,1,RLX);LOCK(m);UNLOCK(m);b=LD(x,RLX);return 0;}
int main(void){GO(t,w);GO(u,v);J(t);J(u);assert(a||b);return 0;}
