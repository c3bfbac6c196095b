// SPDX-License-Identifier: Apache-2.0
// longjmp leaves a locked region; the next lock never comes
#include "terse.h"
#include <setjmp.h>
static M m=MI; static int f;
T(w){ L(m); f=1; U(m); return 0; }
int main(){ P x; GO(x,w); jmp_buf j; if(!setjmp(j)){ L(m); if(!f) longjmp(j,1); U(m);} L(m); U(m); J(x); return 0; }
