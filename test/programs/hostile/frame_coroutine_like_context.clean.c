// SPDX-License-Identifier: Apache-2.0
#include "short.h"
#include <ucontext.h>
static ucontext_t m,c;static char st[65536];int v;
static void body(void){int x=1;swapcontext(&c,&m);v=x;swapcontext(&c,&m);}
F(w){getcontext(&c);c.uc_stack.ss_sp=st;c.uc_stack.ss_size=sizeof st;c.uc_link=&m;makecontext(&c,body,0);swapcontext(&m,&c);swapcontext(&m,&c);return 0;}
int main(void){GO(t,w);J(t);assert(v==1);return 0;}
