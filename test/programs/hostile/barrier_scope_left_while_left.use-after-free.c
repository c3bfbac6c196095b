// SPDX-License-Identifier: Apache-2.0
#include "brief.h"
static pthread_barrier_t*p;TH(f){pthread_barrier_wait(p);R;}
__attribute__((noinline)) void w(pthread_t*t){pthread_barrier_t b;pthread_barrier_init(&b,0,2);p=&b;pthread_create(t,0,f,0);pthread_barrier_wait(&b);}
int main(){pthread_t t;w(&t);pthread_join(t,0);return 0;}
