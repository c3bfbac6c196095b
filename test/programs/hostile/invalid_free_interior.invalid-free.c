// SPDX-License-Identifier: Apache-2.0
#include "short.h"
int*_Atomic p;
F(w){p++;return 0;}
int main(void){p=malloc(8);GO(t,w);free(p);J(t);return 0;}
