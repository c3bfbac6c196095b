// SPDX-License-Identifier: Apache-2.0
#include "short.h"
atomic_int n;void h(void){n++;}
F(w){atexit(h);return 0;}
int main(void){GO(t,w);atexit(h);J(t);return 0;}
