// SPDX-License-Identifier: Apache-2.0
#include "short.h"
char b[16];
F(w){int v=1;memcpy(b+6,&v,4);return 0;}
int main(void){GO(t,w);b[9]=2;J(t);return 0;}
