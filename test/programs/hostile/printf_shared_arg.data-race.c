// SPDX-License-Identifier: Apache-2.0
#include "short.h"
char b[8]="abc";
F(w){b[1]='x';return 0;}
int main(void){GO(t,w);printf("%s\n",b);J(t);return 0;}
