// SPDX-License-Identifier: Apache-2.0
#include "short.h"
F(w){volatile long d=lrand48();return 0;}
int main(void){GO(t,w);w(0);J(t);return 0;}
