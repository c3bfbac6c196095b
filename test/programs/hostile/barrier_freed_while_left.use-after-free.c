// SPDX-License-Identifier: Apache-2.0
#include "brief.h"
pthread_barrier_t*b;TH(f){pthread_barrier_wait(b);R;}
int main(){b=malloc(sizeof*b);pthread_barrier_init(b,0,2);pthread_t t;pthread_create(&t,0,f,0);pthread_barrier_wait(b);free(b);pthread_join(t,0);return 0;}
