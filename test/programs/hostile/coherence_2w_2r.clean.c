// SPDX-License-Identifier: Apache-2.0
#include "short.h"
atomic_int x;int a,b,c,d;
F(w1){ST(x,1,RLX);return 0;}F(w2){ST(x,2,RLX);return 0;}
F(r1){a=LD(x,RLX);b=LD(x,RLX);return 0;}F(r2){c=LD(x,RLX);d=LD(x,RLX);return 0;}
int main(void){GO(p,w1);GO(q,w2);GO(r,r1);GO(s,r2);J(p);J(q);J(r);J(s);assert(!(a==1&&b==2&&c==2&&d==1));return 0;}
