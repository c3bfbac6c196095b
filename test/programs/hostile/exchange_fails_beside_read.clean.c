// SPDX-License-Identifier: Apache-2.0
#include "brief.h"
int x=3,y;TH(f){int e=99;assert(!__atomic_compare_exchange_n(&x,&e,6,0,5,5)&&e==3);R;}TH(g){y=x;R;}int main(){RUN2(f,g);assert(y==3);return 0;}
