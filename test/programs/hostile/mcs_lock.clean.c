// SPDX-License-Identifier: Apache-2.0
#include "short.h"
typedef struct N{_Atomic(struct N*)next;atomic_int locked;}N;_Atomic(N*)tail;int x;
static void lock(N*n){ST(n->next,(N*)0,RLX);ST(n->locked,1,RLX);N*p=atomic_exchange_explicit(&tail,n,AR);if(p){ST(p->next,n,REL);while(LD(n->locked,ACQ));}}
static void unlock(N*n){N*s=LD(n->next,ACQ);if(!s){N*e=n;if(atomic_compare_exchange_strong_explicit(&tail,&e,0,REL,RLX))return;while(!(s=LD(n->next,ACQ)));}ST(s->locked,0,REL);}
F(w){N n;lock(&n);x++;unlock(&n);return 0;}
int main(void){GO(t,w);GO(u,w);w(0);J(t);J(u);assert(x==3);return 0;}
