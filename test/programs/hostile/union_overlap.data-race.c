// SPDX-License-Identifier: Apache-2.0
#include "short.h"
union{int i;char c[4];}u;
F(w){u.c[3]=1;return 0;}
int main(void){GO(t,w);u.i=0;J(t);return 0;}
