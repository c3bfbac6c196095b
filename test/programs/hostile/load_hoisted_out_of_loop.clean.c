// SPDX-License-Identifier: Apache-2.0
#include "short.h"
int use[4],data,n;
F(w){data=1;return 0;}
__attribute__((noinline,optimize("O2"))) static int sum(int*u,int k){int s=0;for(int i=0;i<k;i++)if(u[i])s+=data;return s;}
int main(void){GO(t,w);int s=sum(use,4);J(t);return s;}
