// SPDX-License-Identifier: Apache-2.0
// reusable barrier by a count that is reset: a fast thread laps the slow one
#include "terse.h"
static M m=MI; static CV c=CI; static int n;
static void bar(void){ L(m); if(++n==2){ n=0; pthread_cond_broadcast(&c);} else while(n!=0) W(c,m); U(m); }
T(w){ bar(); bar(); return 0; }
int main(){ P a,b; GO(a,w);GO(b,w);J(a);J(b); return 0; }
