// SPDX-License-Identifier: Apache-2.0
#include "brief.h"
M m=MI,n=MI;pthread_cond_t c=PTHREAD_COND_INITIALIZER;
TH(f){struct timespec t={0,0};L(m);pthread_cond_timedwait(&c,&m,&t);U(m);R;}
TH(g){struct timespec t={0,0};L(n);pthread_cond_timedwait(&c,&n,&t);U(n);R;}
int main(){RUN2(f,g);return 0;}
