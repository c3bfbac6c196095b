// SPDX-License-Identifier: Apache-2.0
#include "short.h"
char a[64],b[64];
F(w){memcpy(a,b,64);return 0;}
int main(void){GO(t,w);b[63]=2;J(t);return 0;}
