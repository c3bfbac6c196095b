// SPDX-License-Identifier: Apache-2.0
// main leaves by pthread_exit; exit handlers run when the last thread ends; both may have added: x is 2 then, never 1
#include "terse.h"
static atomic_int x;
static void h(void){ assert(x!=2); }
T(w){ x++; return 0; }
int main(){ atexit(h); P a,b; GO(a,w); GO(b,w); pthread_detach(a); pthread_detach(b); pthread_exit(0); }
