// SPDX-License-Identifier: Apache-2.0
#include "short.h"
atomic_int f;
F(w){f=1;return 0;}
int main(void){GO(t,w);struct timespec a,b;clock_gettime(CLOCK_MONOTONIC,&a);for(;;){if(f)break;clock_gettime(CLOCK_MONOTONIC,&b);if(b.tv_sec-a.tv_sec>2)break;sched_yield();}J(t);assert(f==1);return 0;}
