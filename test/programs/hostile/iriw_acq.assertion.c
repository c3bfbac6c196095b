// SPDX-License-Identifier: Apache-2.0
#include "short.h"
atomic_int x,y;int a,b,c,d;
F(w1){ST(x,1,REL);return 0;}F(w2){ST(y,1,REL);return 0;}
F(r1){a=LD(x,ACQ);b=LD(y,ACQ);return 0;}F(r2){c=LD(y,ACQ);d=LD(x,ACQ);return 0;}
int main(void){GO(p,w1);GO(q,w2);GO(r,r1);GO(s,r2);J(p);J(q);J(r);J(s);assert(!(a&&!b&&c&&!d));return 0;}
