// SPDX-License-Identifier: Apache-2.0
#include "short.h"
F(w){volatile int r=rand();return 0;}
int main(void){GO(t,w);volatile int r=rand();J(t);return 0;}
