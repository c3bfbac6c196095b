// SPDX-License-Identifier: Apache-2.0
#include "words.h"
__thread int v;atomic_intptr_t a;
T(n){v=3;a=(intptr_t)&v;return 0;}
T(g){int*q;q=(int*)a;if(q)*q=4;return 0;}
int main(){pthread_t t,u;GO(t,n,0);GO(u,g,0);JOIN(t);JOIN(u);}
