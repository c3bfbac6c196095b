// SPDX-License-Identifier: Apache-2.0
#include "short.h"
atomic_int n;
F(l){n++;return 0;}
F(w){GO(a,l);GO(b,l);J(a);J(b);return 0;}
int main(void){GO(t,w);GO(u,l);J(t);J(u);assert(n==3);return 0;}
