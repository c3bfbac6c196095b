// SPDX-License-Identifier: Apache-2.0
#include "words.h"
__thread int v;atomic_intptr_t a;
void*g_;
T(n){a=(intptr_t)&v;return 0;}
int main(){pthread_t t;GO(t,n,0);while(!a);*(int*)a=1;JOIN(t);}
