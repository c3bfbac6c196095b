// SPDX-License-Identifier: Apache-2.0
#include "short.h"
char*e;
F(w){strtol("12x",&e,10);return 0;}
int main(void){GO(t,w);char*volatile k=e;J(t);return 0;}
