// SPDX-License-Identifier: Apache-2.0
#include "short.h"
atomic_int cnt=2,sense;int v[2];
static void bar(int*ls){*ls=!*ls;if(atomic_fetch_sub_explicit(&cnt,1,AR)==1){ST(cnt,2,RLX);ST(sense,*ls,REL);}else while(LD(sense,ACQ)!=*ls)sched_yield();}
F(w){long i=(long)arg;int ls=0;v[i]=1;bar(&ls);assert(v[1-i]==1);bar(&ls);v[i]=2;return 0;}
int main(void){GOA(t,w,1);w(0);J(t);return 0;}
