// SPDX-License-Identifier: Apache-2.0
#include "words.h"
_Atomic(int*)g_;_Atomic(int*)hp;
T(r){int*q;do{q=LD(&g_,ACQ);ST(&hp,q,REL);}while(q!=LD(&g_,ACQ));assert(*q==1||*q==2);ST(&hp,0,REL);return 0;}
T(w){int*n=malloc(4);*n=2;int*o=atomic_exchange_explicit(&g_,n,memory_order_acq_rel);while(LD(&hp,ACQ)==o);free(o);return 0;}
int main(){int*n=malloc(4);*n=1;g_=n;pthread_t s,t;GO(s,r,0);GO(t,w,0);JOIN(s);JOIN(t);}
