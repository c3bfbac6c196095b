// SPDX-License-Identifier: Apache-2.0
#include "short.h"
int*_Atomic p;atomic_int done;
F(w){int*x=malloc(4);*x=1;p=x;while(!LD(done,RLX))sched_yield();free(x);return 0;}
int main(void){GO(t,w);int*q;while(!(q=p))sched_yield();*q=3;ST(done,1,RLX);J(t);return 0;}
