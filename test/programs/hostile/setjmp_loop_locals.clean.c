// SPDX-License-Identifier: Apache-2.0
#include "short.h"
#include <setjmp.h>
F(w){++*(int*)arg;return 0;}
static jmp_buf j;
__attribute__((noinline)) static void f(int n){int x=n;GOA(t,w,&x);J(t);longjmp(j,x);}
int main(void){volatile int n=0;if(n<3){int r=setjmp(j);n=r>n?r:n;if(n<3)f(n);}assert(n==3);return 0;}
