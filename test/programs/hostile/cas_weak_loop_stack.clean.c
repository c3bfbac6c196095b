// SPDX-License-Identifier: Apache-2.0
#include "short.h"
typedef struct N{struct N*n;int v;}N;_Atomic(N*)h;
F(w){N*n=arg;n->n=LD(h,RLX);while(!atomic_compare_exchange_weak_explicit(&h,&n->n,n,REL,RLX));return 0;}
int main(void){N a={0,1},b={0,2};GOA(t,w,&a);w(&b);J(t);int s=0;for(N*n=h;n;n=n->n)s+=n->v;assert(s==3);return 0;}
