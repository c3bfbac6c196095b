// SPDX-License-Identifier: Apache-2.0
// one walks the other way
#include "terse.h"
static M m[3]={MI,MI,MI};
T(w){ L(m[0]); L(m[1]); U(m[0]); L(m[2]); U(m[1]); U(m[2]); return 0; }
T(v){ L(m[2]); L(m[1]); U(m[2]); L(m[0]); U(m[1]); U(m[0]); return 0; }
int main(){ P a,b; GO(a,w);GO(b,v);J(a);J(b); return 0; }
