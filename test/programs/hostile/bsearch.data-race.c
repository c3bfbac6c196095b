// SPDX-License-Identifier: Apache-2.0
#include "words.h"
int a[4]={0,1,2,3};
int c(const void*x,const void*y){return *(int*)x-*(int*)y;}
T(f){int k=2;bsearch(&k,a,4,4,c);return 0;}
int main(){pthread_t s;GO(s,f,0);a[2]=9;JOIN(s);}
