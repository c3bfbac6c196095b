// SPDX-License-Identifier: Apache-2.0
#include "brief.h"
int x;M m=MI;static void h(void){if(x!=2)_exit(9);}TH(f){L(m);x++;U(m);R;}
int main(){atexit(h);pthread_t t;pthread_create(&t,0,f,0);pthread_detach(t);pthread_create(&t,0,f,0);pthread_detach(t);pthread_exit(0);}
