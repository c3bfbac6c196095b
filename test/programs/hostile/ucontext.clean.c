// SPDX-License-Identifier: Apache-2.0
// right: ucontext coroutine inside a thread
#include <ucontext.h>
#include <pthread.h>
#include <stdlib.h>
static void*f(void*p){return p;}
static ucontext_t a,b;static int n;
static void co(void){n++;swapcontext(&b,&a);n++;}
static void*g(void*p){char*s=malloc(65536);getcontext(&b);b.uc_stack.ss_sp=s;b.uc_stack.ss_size=65536;b.uc_link=&a;makecontext(&b,co,0);swapcontext(&a,&b);swapcontext(&a,&b);free(s);return 0;}
int main(void){pthread_t t;pthread_create(&t,0,g,0);pthread_join(t,0);(void)f;return n!=2;}
