// SPDX-License-Identifier: Apache-2.0
#include "short.h"
F(w){char*p,*q;assert(asprintf(&p,"%d-%s",3,"x")==3);q=strdup(p);assert(!strcmp(p,q));free(p);free(q);return 0;}
int main(void){GO(t,w);w(0);J(t);return 0;}
