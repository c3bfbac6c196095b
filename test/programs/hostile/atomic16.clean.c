// SPDX-License-Identifier: Apache-2.0
#include "short.h"
//FLAGS: -latomic -mcx16
typedef struct{long a,b;}P;_Atomic P p;
F(w){P o=atomic_load(&p),n;do{n=o;n.a++;n.b++;}while(!atomic_compare_exchange_weak(&p,&o,n));return 0;}
int main(void){GO(t,w);w(0);J(t);P r=atomic_load(&p);assert(r.a==2&&r.b==2);return 0;}
