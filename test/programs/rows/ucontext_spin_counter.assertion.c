// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <ucontext.h>
#include <stdlib.h>
#include <stdatomic.h>
#include <assert.h>
atomic_int flag; ucontext_t me,back; int gave_up;
static void body(void){ volatile int n=0; while(!flag){ n=n+1; if(n>5){ gave_up=1; break; } } swapcontext(&me,&back); }
void*f(void*p){ flag=1; return 0; }
int main(){ pthread_t t; pthread_create(&t,0,f,0); char*st=malloc(65536); getcontext(&me); me.uc_stack.ss_sp=st; me.uc_stack.ss_size=65536; me.uc_link=0; makecontext(&me,body,0); swapcontext(&back,&me); assert(!gave_up); pthread_join(t,0); return 0; }
