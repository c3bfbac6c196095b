// SPDX-License-Identifier: Apache-2.0
#include "short.h"
atomic_int f;int d;
F(w){d=1;atomic_signal_fence(SC);ST(f,1,RLX);return 0;}
F(r){while(!LD(f,RLX))sched_yield();atomic_signal_fence(SC);assert(d==1);return 0;}
int main(void){GO(a,w);GO(c,r);J(a);J(c);return 0;}
