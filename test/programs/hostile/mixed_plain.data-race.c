// SPDX-License-Identifier: Apache-2.0
#include "words.h"
int x;
T(f){__atomic_store_n(&x,1,__ATOMIC_SEQ_CST);return 0;}
int main(){pthread_t s;GO(s,f,0);int v=x;(void)*(volatile int*)&v;JOIN(s);}
