// SPDX-License-Identifier: Apache-2.0
#include "short.h"
typedef struct{atomic_int l;}N;_Atomic(N*)tail;int x;N z,ns[2];
F(w){N*n=&ns[(long)arg];ST(n->l,1,RLX);N*p=atomic_exchange_explicit(&tail,n,AR);while(LD(p->l,RLX));x++;ST(n->l,0,REL);return 0;}
int main(void){tail=&z;GOA(t,w,1);w(0);J(t);return 0;}
