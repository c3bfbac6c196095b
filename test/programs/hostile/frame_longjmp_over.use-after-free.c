// SPDX-License-Identifier: Apache-2.0
#include "short.h"
#include <setjmp.h>
jmp_buf j;pthread_t t;
F(w){*(int*)arg=1;return 0;}
__attribute__((noinline)) static void f(void){int x=0;pthread_create(&t,0,w,&x);longjmp(j,1);}
int main(void){if(!setjmp(j))f();J(t);return 0;}
