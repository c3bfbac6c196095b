// SPDX-License-Identifier: Apache-2.0
#include "short.h"
atomic_int x,y;int a,b,c,d;
F(w1){ST(x,1,RLX);return 0;}F(w2){ST(y,1,RLX);return 0;}
F(r1){a=LD(x,RLX);atomic_thread_fence(SC);b=LD(y,RLX);return 0;}F(r2){c=LD(y,RLX);atomic_thread_fence(SC);d=LD(x,RLX);return 0;}
int main(void){GO(p,w1);GO(q,w2);GO(r,r1);GO(s,r2);J(p);J(q);J(r);J(s);assert(!(a&&!b&&c&&!d));return 0;}
