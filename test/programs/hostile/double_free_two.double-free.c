// SPDX-License-Identifier: Apache-2.0
#include "short.h"
void*p;
F(w){free(p);return 0;}
int main(void){p=malloc(8);GO(t,w);GO(u,w);J(t);J(u);return 0;}
