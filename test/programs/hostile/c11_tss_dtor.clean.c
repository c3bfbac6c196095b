// SPDX-License-Identifier: Apache-2.0
#include "short.h"
tss_t k;atomic_int n;
void d(void*p){n++;free(p);}
int w(void*a){tss_set(k,malloc(4));return 0;}
int main(void){tss_create(&k,d);thrd_t t,u;thrd_create(&t,w,0);thrd_create(&u,w,0);thrd_join(t,0);thrd_join(u,0);assert(n==2);tss_delete(k);return 0;}
