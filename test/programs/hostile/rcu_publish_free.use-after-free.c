// SPDX-License-Identifier: Apache-2.0
#include "short.h"
_Atomic(int*)p;
F(r){int*q=LD(p,ACQ);volatile int v=*q;return 0;}
int main(void){int*a=malloc(4);*a=1;p=a;GO(t,r);int*b=malloc(4);*b=2;ST(p,b,REL);free(a);J(t);free(b);return 0;}
