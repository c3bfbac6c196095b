// SPDX-License-Identifier: Apache-2.0
#include "../hostile/brief.h"
struct O{M l;int n;}o={MI,0},cp;
TH(f){L(o.l);o.n++;U(o.l);R;}
int main(){pthread_t t;pthread_create(&t,0,f,0);L(o.l);cp=o;U(o.l);pthread_join(t,0);return cp.n>9;}
