// SPDX-License-Identifier: Apache-2.0
// one condition for producers and consumers of a one-slot buffer, signal wakes the wrong kind (2+2 threads)
#include "terse.h"
static M m=MI; static CV c=CI; static int n;
T(cons){ L(m); while(!n) W(c,m); n=0; pthread_cond_signal(&c); U(m); return 0; }
T(prod){ L(m); while(n) W(c,m); n=1; pthread_cond_signal(&c); U(m); return 0; }
int main(){ P a,b,p,q; GO(a,cons);GO(b,cons);GO(p,prod);GO(q,prod);J(a);J(b);J(p);J(q); return 0; }
