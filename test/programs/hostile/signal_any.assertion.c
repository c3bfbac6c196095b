// SPDX-License-Identifier: Apache-2.0
// who waits first need not be woken first
#include "terse.h"
static M m=MI; static CV c=CI; static int q,tok,first=-1;
static void*w(void*p){ L(m); int my=q++; while(!tok) W(c,m); tok--; if(first<0) first=my; U(m); return 0; }
int main(){ P a,b; pthread_create(&a,0,w,0);pthread_create(&b,0,w,0); for(;;){ L(m); int r=q; if(r==2){ tok=1; pthread_cond_signal(&c);} U(m); if(r==2) break; sched_yield(); } L(m); tok++; pthread_cond_signal(&c); U(m); J(a);J(b); assert(first==0); return 0; }
