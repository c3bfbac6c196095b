// SPDX-License-Identifier: Apache-2.0
#include "short.h"
atomic_int f;int d;
F(w){d=1;ST(f,1,REL);return 0;}
F(v){int e=1;atomic_compare_exchange_strong_explicit(&f,&e,2,RLX,RLX);return 0;}
F(r){if(LD(f,ACQ)==2)assert(d==1);return 0;}
int main(void){GO(a,w);GO(b,v);GO(c,r);J(a);J(b);J(c);return 0;}
