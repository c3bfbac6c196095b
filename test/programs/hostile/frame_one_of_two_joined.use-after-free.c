// SPDX-License-Identifier: Apache-2.0
#include "short.h"
pthread_t t[2];
F(w){*(int*)arg=1;return 0;}
__attribute__((noinline)) static void f(void){int a[2];for(int i=0;i<2;i++)pthread_create(&t[i],0,w,&a[i]);J(t[0]);}
int main(void){f();J(t[1]);return 0;}
