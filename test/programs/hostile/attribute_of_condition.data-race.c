// SPDX-License-Identifier: Apache-2.0
#include "brief.h"
pthread_condattr_t a;TH(f){pthread_condattr_setclock(&a,CLOCK_MONOTONIC);R;}TH(g){pthread_cond_t l;pthread_cond_init(&l,&a);R;}int main(){pthread_condattr_init(&a);RUN2(f,g);return 0;}
