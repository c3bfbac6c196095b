// SPDX-License-Identifier: Apache-2.0
#include "short.h"
int v;
F(w){sscanf("12","%d",&v);return 0;}
int main(void){GO(t,w);volatile int k=v;J(t);return 0;}
