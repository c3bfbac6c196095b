// SPDX-License-Identifier: Apache-2.0
#include "short.h"
atomic_int fl[2],turn;int x;
F(w){long i=(long)arg;ST(fl[i],1,REL);ST(turn,1-i,REL);while(LD(fl[1-i],ACQ)&&LD(turn,ACQ)==1-i);x++;ST(fl[i],0,REL);return 0;}
int main(void){GOA(t,w,1);w(0);J(t);return 0;}
