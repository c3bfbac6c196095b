// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <ucontext.h>
#include <stdlib.h>
#include <stdatomic.h>
atomic_int sum; 
struct co{ ucontext_t me,back; int v; };
static __thread struct co*cur;
static void body(void){ struct co*c=cur; for(int i=1;i<=2;i++){ c->v=i; sum+=i; swapcontext(&c->me,&c->back); } }
void*f(void*p){ struct co*c=calloc(1,sizeof*c); cur=c; char*st=malloc(65536); getcontext(&c->me); c->me.uc_stack.ss_sp=st; c->me.uc_stack.ss_size=65536; c->me.uc_link=0; makecontext(&c->me,body,0); for(int i=1;i<=2;i++){ swapcontext(&c->back,&c->me); if(c->v!=i) return (void*)1; } free(st); free(c); return 0; }
int main(){ pthread_t t; void*r; pthread_create(&t,0,f,0); void*q=f(0); pthread_join(t,&r); return r||q||sum!=6; }
