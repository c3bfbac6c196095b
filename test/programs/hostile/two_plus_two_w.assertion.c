// SPDX-License-Identifier: Apache-2.0
#include "short.h"
atomic_int x,y;
F(w){ST(x,1,REL);ST(y,2,REL);return 0;}F(v){ST(y,1,REL);ST(x,2,REL);return 0;}
int main(void){GO(p,w);GO(q,v);J(p);J(q);assert(!(x==1&&y==1));return 0;}
