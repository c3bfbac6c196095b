// SPDX-License-Identifier: Apache-2.0
#include "short.h"
atomic_int f;
F(w){f=1;return 0;}
int main(void){GO(t,w);struct timespec a,b;int n=0;clock_gettime(CLOCK_MONOTONIC,&a);while(!f){clock_gettime(CLOCK_MONOTONIC,&b);if(b.tv_sec-a.tv_sec>2){a=b;n++;}}assert(n<5);J(t);return 0;}
