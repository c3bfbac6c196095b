// SPDX-License-Identifier: Apache-2.0
#include "short.h"
char a[]="a b",b[]="c d";
F(w){strtok(a," ");return 0;}
int main(void){GO(t,w);strtok(b," ");J(t);return 0;}
