// SPDX-License-Identifier: Apache-2.0
// once routine wants the lock that the other one holds while it calls once
#include "terse.h"
static pthread_once_t o=PTHREAD_ONCE_INIT; static M m=MI; static int v;
static void init(void){ L(m); v=1; U(m); }
T(a1){ pthread_once(&o,init); return 0; } T(a2){ L(m); pthread_once(&o,init); U(m); return 0; }
int main(){ P a,b; GO(a,a1);GO(b,a2);J(a);J(b); return 0; }
