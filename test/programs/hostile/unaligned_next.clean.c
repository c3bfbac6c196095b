// SPDX-License-Identifier: Apache-2.0
#include "short.h"
char b[16];
F(w){int v=1;memcpy(b+6,&v,4);return 0;}
int main(void){GO(t,w);b[10]=2;b[5]=1;J(t);return 0;}
