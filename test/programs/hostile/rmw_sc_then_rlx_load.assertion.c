// SPDX-License-Identifier: Apache-2.0
#include "short.h"
atomic_int x,y;int a,b;
F(w){atomic_exchange_explicit(&x,1,SC);a=LD(y,RLX);return 0;}
F(v){atomic_exchange_explicit(&y,1,SC);b=LD(x,RLX);return 0;}
int main(void){GO(t,w);GO(u,v);J(t);J(u);assert(a||b);return 0;}
