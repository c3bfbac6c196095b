// SPDX-License-Identifier: Apache-2.0
#include "short.h"
atomic_int x;void h(void){assert(x!=1);}
F(w){x=1;x=2;return 0;}
int main(void){atexit(h);GO(t,w);return 0;}
