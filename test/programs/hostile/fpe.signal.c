// SPDX-License-Identifier: Apache-2.0
#include "short.h"
atomic_int d=1;
F(w){d=0;return 0;}
int main(void){GO(t,w);volatile int v=10/d;J(t);return 0;}
