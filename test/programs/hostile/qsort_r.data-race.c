// SPDX-License-Identifier: Apache-2.0
#include "words.h"
int b[3]={2,1,0};int main();
T(f){int c(const void*x,const void*y,void*z){return *(int*)x-*(int*)y;}qsort_r(b,3,4,c,0);return 0;}
int main(){pthread_t s;GO(s,f,0);b[0]=1;JOIN(s);}
