// SPDX-License-Identifier: Apache-2.0
#include "short.h"
int main(void){int x=0;void*f(void*a){x++;return a;}GO(t,f);J(t);assert(x==1);return 0;}
