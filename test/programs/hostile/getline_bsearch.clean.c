// SPDX-License-Identifier: Apache-2.0
#include "short.h"
int a[3]={1,2,3};
int c(const void*x,const void*y){return *(int*)x-*(int*)y;}
F(w){int k=2;assert(bsearch(&k,a,3,4,c)==a+1);return 0;}
int main(void){GO(t,w);w(0);J(t);return 0;}
