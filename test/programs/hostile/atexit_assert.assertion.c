// SPDX-License-Identifier: Apache-2.0
#include "short.h"
int n;void h(void){assert(n==1);}
F(w){n=1;return 0;}
atomic_int go;
F(v){if(go)n=1;return 0;}
int main(void){atexit(h);GO(t,v);J(t);GO(u,w);go=1;J(u);n=0;exit(0);}
