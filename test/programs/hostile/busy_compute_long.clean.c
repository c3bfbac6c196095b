// SPDX-License-Identifier: Apache-2.0
#include "short.h"
F(w){volatile unsigned long s=0;for(long i=0;i<300000000;i++)s+=i;return 0;}
int main(void){GO(t,w);J(t);return 0;}
