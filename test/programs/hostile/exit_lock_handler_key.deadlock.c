// SPDX-License-Identifier: Apache-2.0
// exit in a thread that holds a lock its exit handler's helper thread needs
#include "terse.h"
static M m=MI; T(h){ L(m); U(m); return 0; } static void ex(void){ P t; GO(t,h); J(t); }
T(w){ L(m); exit(0); }
int main(){ atexit(ex); P a; GO(a,w); J(a); return 0; }
