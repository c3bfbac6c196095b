// SPDX-License-Identifier: Apache-2.0
#include "short.h"
#include <setjmp.h>
static __thread sigjmp_buf j;
__attribute__((noinline)) static void deep(int n){if(n==0)siglongjmp(j,1);deep(n-1);}
F(w){if(!sigsetjmp(j,0))deep(5);int x=1;++*(atomic_int*)arg;return (void*)(long)(x-1);}
int main(void){atomic_int a=0;GOA(t,w,&a);GOA(u,w,&a);J(t);J(u);assert(a==2);return 0;}
