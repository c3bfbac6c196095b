// SPDX-License-Identifier: Apache-2.0
#include "short.h"
F(w){*(int*)arg=1;return 0;}
__attribute__((noinline)) static int f(void){int x[16]={0};GOA(t,w,x);J(t);return x[0];}
__attribute__((noinline)) static int g(void){volatile int y[32];for(int i=0;i<32;i++)y[i]=i;return y[3];}
int main(void){int s=0;for(int i=0;i<3;i++){s+=f();s+=g();}assert(s==12);return 0;}
