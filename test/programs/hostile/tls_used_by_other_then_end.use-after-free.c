// SPDX-License-Identifier: Apache-2.0
#include "short.h"
static __thread int mine;_Atomic(int*)p;
F(w){mine=1;p=&mine;return 0;}
F(v){int*q=p;if(q)*(volatile int*)q;return 0;}
int main(void){GO(a,w);GO(b,v);J(a);J(b);return 0;}
