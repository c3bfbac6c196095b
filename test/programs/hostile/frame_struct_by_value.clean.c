// SPDX-License-Identifier: Apache-2.0
#include "short.h"
typedef struct{int a[6];}B;int out;
F(w){B b=*(B*)arg;out=b.a[2];return 0;}
__attribute__((noinline)) static void f(B b){GOA(t,w,&b);J(t);}
int main(void){B b={{1,2,3,4,5,6}};f(b);assert(out==3);return 0;}
