// SPDX-License-Identifier: Apache-2.0
#include "brief.h"
struct S{pthread_cond_t c;int pad;};union{struct S s;long raw[8];}u;M m=MI;int r;
TH(f){L(m);while(!r)pthread_cond_wait(&u.s.c,&m);U(m);R;}
int main(){pthread_cond_init(&u.s.c,0);pthread_t t;pthread_create(&t,0,f,0);L(m);r=1;pthread_cond_signal(&u.s.c);U(m);u.raw[4]=77;pthread_join(t,0);return 0;}
