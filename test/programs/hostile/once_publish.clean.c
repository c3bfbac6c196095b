// SPDX-License-Identifier: Apache-2.0
#include "short.h"
pthread_once_t o=PTHREAD_ONCE_INIT; int *p;
void init(void){p=malloc(4);*p=3;}
F(w){pthread_once(&o,init);assert(*p==3);return 0;}
int main(void){GO(t,w);GO(u,w);w(0);J(t);J(u);free(p);return 0;}
