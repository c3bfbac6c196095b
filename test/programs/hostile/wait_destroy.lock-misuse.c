// SPDX-License-Identifier: Apache-2.0
#include "brief.h"
M m=MI;pthread_cond_t c=PTHREAD_COND_INITIALIZER;int st;
TH(f){L(m);st=1;pthread_cond_wait(&c,&m);U(m);R;}
int main(){pthread_t t;pthread_create(&t,0,f,0);L(m);int s=st;U(m);if(s){pthread_cond_destroy(&c);_exit(0);}_exit(0);}
