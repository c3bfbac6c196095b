// SPDX-License-Identifier: Apache-2.0
#include "short.h"
_Atomic(int*)p,hp;
F(r){int*q;do{q=LD(p,ACQ);ST(hp,q,REL);}while(q!=LD(p,ACQ));assert(*q>0);ST(hp,(int*)0,REL);return 0;}
int main(void){int*a=malloc(4);*a=1;p=a;GO(t,r);int*b=malloc(4);*b=2;ST(p,b,REL);while(LD(hp,ACQ)==a)sched_yield();free(a);J(t);free(b);return 0;}
