// SPDX-License-Identifier: Apache-2.0
#include "short.h"
#include <ucontext.h>
static _Thread_local ucontext_t a,b;pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;int x;
static void fib(void){LOCK(m);x++;UNLOCK(m);swapcontext(&b,&a);}
F(w){char*s=malloc(65536);getcontext(&b);b.uc_stack.ss_sp=s;b.uc_stack.ss_size=65536;b.uc_link=&a;makecontext(&b,fib,0);swapcontext(&a,&b);free(s);return 0;}
int main(void){GO(t,w);w(0);J(t);assert(x==2);return 0;}
