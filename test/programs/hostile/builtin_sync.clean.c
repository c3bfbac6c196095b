// SPDX-License-Identifier: Apache-2.0
#include "short.h"
int n;
F(w){__sync_fetch_and_add(&n,1);return 0;}
int main(void){GO(p,w);__atomic_fetch_add(&n,1,__ATOMIC_RELAXED);J(p);assert(n==2);return 0;}
