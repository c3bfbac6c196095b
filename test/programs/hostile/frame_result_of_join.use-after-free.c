// SPDX-License-Identifier: Apache-2.0
#include "short.h"
pthread_t t;
F(w){return arg;}
F(v){pthread_join(t,(void**)arg);return 0;}
__attribute__((noinline)) static pthread_t f(void){void*r;pthread_t u;pthread_create(&t,0,w,0);pthread_create(&u,0,v,&r);return u;}
int main(void){pthread_t u=f();J(u);return 0;}
