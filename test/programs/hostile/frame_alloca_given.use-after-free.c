// SPDX-License-Identifier: Apache-2.0
#include "short.h"
#include <alloca.h>
pthread_t t;
F(w){*(int*)arg=1;return 0;}
__attribute__((noinline)) static void f(int n){int*p=alloca(n*sizeof(int));pthread_create(&t,0,w,p);}
int main(void){f(4);J(t);return 0;}
