// SPDX-License-Identifier: Apache-2.0
#include "short.h"
atomic_int fl[2],turn;int x;
F(w){long i=(long)arg;fl[i]=1;turn=1-i;while(fl[1-i]&&turn==1-i)sched_yield();x++;fl[i]=0;return 0;}
int main(void){GOA(t,w,1);w(0);J(t);assert(x==2);return 0;}
