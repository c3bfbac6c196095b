// SPDX-License-Identifier: Apache-2.0
#include "brief.h"
M m=MI;static pthread_cond_t*p;int r,reg;
TH(f){L(m);if(p){reg=1;while(!r)pthread_cond_wait(p,&m);}U(m);R;}
__attribute__((noinline)) void w(void){pthread_cond_t c;pthread_cond_init(&c,0);L(m);p=&c;U(m);sched_yield();L(m);r=1;p=0;pthread_cond_broadcast(&c);U(m);}
int main(){pthread_t t;pthread_create(&t,0,f,0);w();pthread_join(t,0);return 0;}
