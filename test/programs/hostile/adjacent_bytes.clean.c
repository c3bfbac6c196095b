// SPDX-License-Identifier: Apache-2.0
#include "short.h"
char c[8];
F(w){c[0]=1;c[1]=2;return 0;}
int main(void){GO(a,w);c[2]=3;c[3]=4;J(a);assert(c[0]+c[1]+c[2]+c[3]==10);return 0;}
