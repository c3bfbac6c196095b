// SPDX-License-Identifier: Apache-2.0
#include "short.h"
int*_Atomic p;
F(w){int*q=p;p=realloc(q,4000);return 0;}
int main(void){p=calloc(1,4);GO(t,w);int*q=p;volatile int v=*q;J(t);free(p);return 0;}
