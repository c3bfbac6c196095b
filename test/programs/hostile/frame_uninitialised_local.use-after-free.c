// SPDX-License-Identifier: Apache-2.0
#include "short.h"
pthread_t t;
F(w){*(int*)arg=1;return 0;}
__attribute__((noinline)) static void f(void){int x;pthread_create(&t,0,w,&x);}
int main(void){f();J(t);return 0;}
