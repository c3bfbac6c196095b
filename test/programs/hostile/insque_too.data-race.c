// SPDX-License-Identifier: Apache-2.0
// wrong: insque on shared list
#include <search.h>
#include <pthread.h>
struct q{struct q*n,*p;}h,a,b;
static void*f(void*p){insque(p,&h);return p;}
int main(void){pthread_t t;pthread_create(&t,0,f,&a);f(&b);pthread_join(t,0);return h.n==0;}
