// SPDX-License-Identifier: Apache-2.0
#include "short.h"
atomic_int f;int d;
F(w){d=1;ST(f,1,REL);ST(f,2,RLX);return 0;}
F(r){if(LD(f,ACQ)==2)assert(d==1);return 0;}
int main(void){GO(a,w);GO(c,r);J(a);J(c);return 0;}
