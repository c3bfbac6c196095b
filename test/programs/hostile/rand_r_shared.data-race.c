// SPDX-License-Identifier: Apache-2.0
#include "short.h"
unsigned s=1;
F(w){volatile int r=rand_r(&s);return 0;}
int main(void){GO(t,w);w(0);J(t);return 0;}
