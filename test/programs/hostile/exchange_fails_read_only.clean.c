// SPDX-License-Identifier: Apache-2.0
#include "brief.h"
struct{atomic_int a;int b;}x={3,4},y;TH(f){int e=99;assert(!atomic_compare_exchange_strong(&x.a,&e,6));R;}TH(g){memcpy(&y,&x,8);R;}int main(){RUN2(f,g);assert(y.b==4);return 0;}
