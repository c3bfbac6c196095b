// SPDX-License-Identifier: Apache-2.0
#include "short.h"
int a[4]={4,3,2,1};
int c(const void*x,const void*y){return *(int*)x-*(int*)y;}
F(w){qsort(a,2,sizeof(int),c);return 0;}
int main(void){GO(t,w);qsort(a+2,2,sizeof(int),c);J(t);assert(a[0]==3&&a[2]==1);return 0;}
