// SPDX-License-Identifier: Apache-2.0
#include "short.h"
atomic_int x;
int main(void){int e=0;int r=atomic_compare_exchange_weak(&x,&e,1);assert(r);return 0;}
