// SPDX-License-Identifier: Apache-2.0
#include "short.h"
typedef struct{int v;}S;_Atomic(S*)p;
F(w){S*s=malloc(sizeof*s);s->v=4;ST(p,s,REL);return 0;}
F(r){S*s=LD(p,memory_order_consume);if(s)assert(s->v==4);return 0;}
int main(void){GO(a,w);GO(c,r);J(a);J(c);free(p);return 0;}
