// SPDX-License-Identifier: Apache-2.0
// right (implementation-defined but common): probe memory with a SIGSEGV handler and siglongjmp
#include <signal.h>
#include <setjmp.h>
#include <pthread.h>
static __thread sigjmp_buf j;
static void h(int s){siglongjmp(j,1);}
static int readable(volatile char*p){if(sigsetjmp(j,1))return 0;(void)*p;return 1;}
static void*f(void*p){char c=1;return (void*)(long)(readable((char*)8)||!readable(&c));}
int main(void){struct sigaction a={0};a.sa_handler=h;sigaction(SIGSEGV,&a,0);pthread_t t;void*r;pthread_create(&t,0,f,0);pthread_join(t,&r);return r||f(0);}
