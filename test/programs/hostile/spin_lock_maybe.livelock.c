// SPDX-License-Identifier: Apache-2.0
// the same, only if main comes first
#include "terse.h"
static M m=MI; static atomic_int f; T(w){ L(m); f=1; U(m); return 0; }
int main(){ P a; GO(a,w); L(m); while(!f); U(m); J(a); return 0; }
