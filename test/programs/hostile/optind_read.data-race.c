// SPDX-License-Identifier: Apache-2.0
#include "short.h"
F(w){char*av[]={"a","-x",0};getopt(2,av,"x");return 0;}
int main(void){GO(t,w);volatile int i=optind;J(t);return 0;}
