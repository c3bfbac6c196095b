// SPDX-License-Identifier: Apache-2.0
#include "short.h"
int p[2];int x;
F(w){x=1;write(p[1],"a",1);return 0;}
int main(void){assert(!pipe(p));GO(t,w);char c;assert(read(p[0],&c,1)==1);J(t);assert(x==1);return 0;}
