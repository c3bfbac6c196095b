// SPDX-License-Identifier: Apache-2.0
#include "short.h"
_Atomic(int*)p;int d;
F(w){d=1;ST(p,&d,REL);return 0;}
int main(void){GO(t,w);int*e=0;static int own;if(!atomic_compare_exchange_strong_explicit(&p,&e,&own,AR,RLX)){assert(*e==1);}J(t);return 0;}
