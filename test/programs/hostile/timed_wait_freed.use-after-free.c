// SPDX-License-Identifier: Apache-2.0
#include "brief.h"
M m=MI;pthread_cond_t*c;int st;
TH(f){struct timespec t={0,0};L(m);st=1;pthread_cond_timedwait(c,&m,&t);U(m);R;}
int main(){c=calloc(1,sizeof*c);pthread_t t;pthread_create(&t,0,f,0);L(m);int s=st;U(m);if(s)free(c);pthread_join(t,0);return 0;}
