// SPDX-License-Identifier: Apache-2.0
#include "short.h"
char a[]="a b",b[]="c d";
F(w){char*s;assert(strtok_r(a," ",&s));return 0;}
int main(void){GO(t,w);char*s;assert(strtok_r(b," ",&s));J(t);return 0;}
