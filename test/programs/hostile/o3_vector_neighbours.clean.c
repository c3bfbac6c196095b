// SPDX-License-Identifier: Apache-2.0
#include "short.h"
//FLAGS: -O3 -march=native
char a[256];
F(w){for(int i=0;i<101;i++)a[i]=i;return 0;}
int main(void){GO(t,w);for(int i=101;i<256;i++)a[i]=1;J(t);assert(a[100]==100);return 0;}
