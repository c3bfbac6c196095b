// SPDX-License-Identifier: Apache-2.0
#include "../hostile/brief.h"
M m=MI;int x; TH(f){L(m);x++;U(m);R;}
int main(){pthread_t t;pthread_create(&t,0,f,0);L(m);memset(&m,0,sizeof m);x++;U(m);pthread_join(t,0);return 0;}
