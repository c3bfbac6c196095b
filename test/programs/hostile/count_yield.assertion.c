// SPDX-License-Identifier: Apache-2.0
#include "words.h"
atomic_int a;atomic_int n;
T(f){while(!a)n++;return 0;}
int main(){pthread_t s;GO(s,f,0);a=1;JOIN(s);assert(n<2);}
