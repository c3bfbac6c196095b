// SPDX-License-Identifier: Apache-2.0
// with a generation
#include "terse.h"
static M m=MI; static CV c=CI; static int n,g;
static void bar(void){ L(m); int my=g; if(++n==2){ n=0; g++; pthread_cond_broadcast(&c);} else while(my==g) W(c,m); U(m); }
T(w){ bar(); bar(); return 0; }
int main(){ P a,b; GO(a,w);GO(b,w);J(a);J(b); return 0; }
