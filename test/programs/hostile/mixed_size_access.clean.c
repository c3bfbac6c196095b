// SPDX-License-Identifier: Apache-2.0
#include "short.h"
unsigned v;
F(w){__atomic_store_n((unsigned char*)&v,1,__ATOMIC_RELAXED);return 0;}
int main(void){GO(t,w);unsigned r=__atomic_load_n(&v,__ATOMIC_RELAXED);assert(r==0||r==1);J(t);return 0;}
