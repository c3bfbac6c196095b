// SPDX-License-Identifier: Apache-2.0
#include "brief.h"
pthread_attr_t a;TH(h){R;}TH(f){pthread_t t;pthread_create(&t,&a,h,0);pthread_join(t,0);R;}TH(g){pthread_attr_setstacksize(&a,65536);R;}int main(){pthread_attr_init(&a);RUN2(f,g);return 0;}
