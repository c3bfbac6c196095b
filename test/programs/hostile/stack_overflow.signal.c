// SPDX-License-Identifier: Apache-2.0
#include "short.h"
__attribute__((noinline)) int r(volatile int*p,int n){volatile int b[64];b[n%64]=n;return n?r(b,n+1)+b[3]+*p:0;}
F(w){volatile int z=1;z=r(&z,1);return 0;}
int main(void){GO(t,w);J(t);return 0;}
