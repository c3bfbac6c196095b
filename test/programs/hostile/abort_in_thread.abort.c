// SPDX-License-Identifier: Apache-2.0
#include "short.h"
atomic_int x;
F(w){if(x==1)abort();return 0;}
int main(void){GO(t,w);x=1;x=2;J(t);return 0;}
