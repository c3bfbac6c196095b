// SPDX-License-Identifier: Apache-2.0
// the same with a mutex: another reader may unlock
#include "terse.h"
static M m=MI,room=MI; static int r,d;
T(rd){ L(m); if(++r==1) L(room); U(m); volatile int x=d; (void)x; L(m); if(--r==0) U(room); U(m); return 0; }
int main(){ P a,b; GO(a,rd);GO(b,rd);J(a);J(b); return 0; }
