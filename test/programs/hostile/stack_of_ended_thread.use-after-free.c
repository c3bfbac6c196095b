// SPDX-License-Identifier: Apache-2.0
#include "short.h"
int*_Atomic p;
F(w){int x=1;p=&x;atomic_signal_fence(SC);while(0);return 0;}
F(v){int*q;while(!(q=p));*q=3;return 0;}
int main(void){GO(t,w);GO(u,v);J(t);J(u);return 0;}
