// SPDX-License-Identifier: Apache-2.0
#include "../hostile/brief.h"
M m=MI;TH(f){L(m);U(m);R;}
int main(){L(m);pthread_t t;pthread_create(&t,0,f,0);memset(&m,0,sizeof m);_exit(0);}
