// SPDX-License-Identifier: Apache-2.0
#include "../hostile/brief.h"
M m=MI;pthread_cond_t c=PTHREAD_COND_INITIALIZER;atomic_int st;TH(f){struct timespec t;clock_gettime(CLOCK_REALTIME,&t);t.tv_sec++;L(m);st=1;pthread_cond_timedwait(&c,&m,&t);U(m);R;}int main(){pthread_t t;pthread_create(&t,0,f,0);while(!st);L(m);U(m);pthread_cond_destroy(&c);pthread_join(t,0);return 0;}
