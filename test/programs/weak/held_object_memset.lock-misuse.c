// SPDX-License-Identifier: Apache-2.0
#include "../hostile/brief.h"
struct O{M m;int n,k;}*o;
TH(f){L(o->m);o->n++;U(o->m);R;}
int main(){o=calloc(1,sizeof*o);pthread_t t;pthread_create(&t,0,f,0);L(o->m);o->n=0;memset(o,0,sizeof*o);U(o->m);pthread_join(t,0);return 0;}
