// SPDX-License-Identifier: Apache-2.0
#include "short.h"
typedef struct N{struct N*l,*r;int v;}N;N leaf={0,0,1};N root={&leaf,0,0};volatile int c=1;
F(w){root.r=&leaf;return 0;}
__attribute__((noinline,optimize("O2"))) static N*pick(N*n,int k){N*x;if(k)x=n->l;else x=n->r;return x;}
int main(void){GO(t,w);N*x=pick(&root,c);J(t);return x->v-1;}
