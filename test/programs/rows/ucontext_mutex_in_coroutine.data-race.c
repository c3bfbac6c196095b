// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <ucontext.h>
#include <stdlib.h>
int x; pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER; 
struct co{ ucontext_t me,back; };
static __thread struct co*cur;
static void body(void){ struct co*c=cur; pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); x++; swapcontext(&c->me,&c->back); }
void*f(void*p){ struct co*c=calloc(1,sizeof*c); cur=c; char*st=malloc(65536); getcontext(&c->me); c->me.uc_stack.ss_sp=st; c->me.uc_stack.ss_size=65536; makecontext(&c->me,body,0); swapcontext(&c->back,&c->me); return 0; }
int main(){ pthread_t t; pthread_create(&t,0,f,0); f(0); pthread_join(t,0); return 0; }
