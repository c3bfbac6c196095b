// SPDX-License-Identifier: Apache-2.0
#include "short.h"
int a[4]={4,3,2,1};
int c(const void*x,const void*y){return *(int*)x-*(int*)y;}
F(w){qsort(a,4,sizeof(int),c);return 0;}
int main(void){GO(t,w);volatile int v=a[2];J(t);return 0;}
