// SPDX-License-Identifier: Apache-2.0
// two items, two consumers, one signal when the queue was empty only: lost wake-up
#include "terse.h"
static M m=MI; static CV c=CI; static int n;
T(cons){ L(m); while(!n) W(c,m); n--; U(m); return 0; }
T(prod){ for(int i=0;i<2;i++){ L(m); if(n++==0) pthread_cond_signal(&c); U(m);} return 0; }
int main(){ P a,b,p; GO(a,cons);GO(b,cons);GO(p,prod);J(a);J(b);J(p); return 0; }
