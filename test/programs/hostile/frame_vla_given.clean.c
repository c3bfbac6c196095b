// SPDX-License-Identifier: Apache-2.0
#include "short.h"
F(w){((int*)arg)[0]=1;return 0;}
__attribute__((noinline)) static void f(int*p){*p=2;}
__attribute__((noinline)) static void g(int n){int x;f(&x);int a[n];GOA(t,w,a);J(t);assert(a[0]==1);}
int main(void){g(8);g(40);return 0;}
