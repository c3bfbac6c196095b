// SPDX-License-Identifier: Apache-2.0
#include "short.h"
volatile int f;int d;
F(w){d=1;f=1;return 0;}
int main(void){GO(p,w);while(!f)sched_yield();assert(d==1);J(p);return 0;}
