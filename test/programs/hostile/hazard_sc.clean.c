// SPDX-License-Identifier: Apache-2.0
#include "short.h"
_Atomic(int*)p,hp;
F(r){int*q;do{q=atomic_load(&p);atomic_store(&hp,q);}while(q!=atomic_load(&p));assert(*q>0);atomic_store(&hp,(int*)0);return 0;}
int main(void){int*a=malloc(4);*a=1;p=a;GO(t,r);int*b=malloc(4);*b=2;atomic_store(&p,b);while(atomic_load(&hp)==a)sched_yield();free(a);J(t);free(b);return 0;}
