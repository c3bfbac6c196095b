// SPDX-License-Identifier: Apache-2.0
#include "words.h"
struct S{char c[13];}g;volatile int x,y;
T(f){x=1;__builtin_memset(&g,1,sizeof g);return 0;}
int main(){pthread_t t;GO(t,f,0);y=g.c[12];JOIN(t);}
