// SPDX-License-Identifier: Apache-2.0
// which of the locks is first is input of each thread
#include "terse.h"
#include <heddle/check.h>
static M m[2]={MI,MI};
T(w){ int c=heddle_choose(2); L(m[c]); L(m[!c]); U(m[!c]); U(m[c]); return 0; }
int main(){ P a,b; GO(a,w);GO(b,w);J(a);J(b); return 0; }
