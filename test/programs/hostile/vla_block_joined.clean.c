// SPDX-License-Identifier: Apache-2.0
#include "words.h"
T(f){int*q=p;*q=1;return 0;}
int main(int c,char**v){int sum=0;for(int i=0;i<3;++i){int a[c+i+2];a[0]=0;pthread_t t;GO(t,f,a);JOIN(t);sum+=a[0];}return sum-3;}
