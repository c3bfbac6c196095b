// SPDX-License-Identifier: Apache-2.0
#include "short.h"
F(w){printf("hello %d\n",1);return 0;}
int main(void){GO(t,w);printf("x\n");J(t);return 0;}
