// SPDX-License-Identifier: Apache-2.0
#include "brief.h"
M m=MI;pthread_cond_t c=PTHREAD_COND_INITIALIZER,z=PTHREAD_COND_INITIALIZER;int r;
TH(f){L(m);while(!r)pthread_cond_wait(&c,&m);U(m);R;}
int main(){pthread_t t;pthread_create(&t,0,f,0);L(m);r=1;pthread_cond_broadcast(&c);c=z;U(m);pthread_join(t,0);return 0;}
