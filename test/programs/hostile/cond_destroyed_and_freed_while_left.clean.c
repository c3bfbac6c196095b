// SPDX-License-Identifier: Apache-2.0
#include "brief.h"
M m=MI;pthread_cond_t*c;int r;
TH(f){L(m);while(!r)pthread_cond_wait(c,&m);U(m);R;}
int main(){c=malloc(sizeof*c);pthread_cond_init(c,0);pthread_t t;pthread_create(&t,0,f,0);L(m);r=1;pthread_cond_broadcast(c);U(m);pthread_cond_destroy(c);free(c);pthread_join(t,0);return 0;}
