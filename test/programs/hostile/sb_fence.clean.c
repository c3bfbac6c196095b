// SPDX-License-Identifier: Apache-2.0
#include "short.h"
atomic_int x,y;int a,b;
F(w){ST(x,1,RLX);atomic_thread_fence(SC);a=LD(y,RLX);return 0;}
F(v){ST(y,1,RLX);atomic_thread_fence(SC);b=LD(x,RLX);return 0;}
int main(void){GO(t,w);GO(u,v);J(t);J(u);assert(a||b);return 0;}
