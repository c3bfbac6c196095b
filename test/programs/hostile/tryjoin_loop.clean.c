// SPDX-License-Identifier: Apache-2.0
#include "short.h"
int x;
F(w){x=1;return (void*)9;}
int main(void){GO(t,w);void*r;while(pthread_tryjoin_np(t,&r)==EBUSY)sched_yield();assert(x==1&&r==(void*)9);return 0;}
