// SPDX-License-Identifier: Apache-2.0
#include "short.h"
char b[8]="abc";
F(w){snprintf(b,8,"%d",5);return 0;}
int main(void){GO(t,w);volatile size_t n=strlen(b);J(t);return 0;}
