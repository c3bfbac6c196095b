// SPDX-License-Identifier: Apache-2.0
#include "short.h"
atomic_int x;
int main(void){int n=0,e=0;while(!atomic_compare_exchange_weak(&x,&e,1)){e=0;n++;}assert(n<4);return 0;}
