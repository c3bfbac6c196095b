// SPDX-License-Identifier: Apache-2.0
// right: alternate signal stack per thread
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
static volatile int hit;
static void h(int n){hit=1;}
static void*f(void*p){stack_t s={.ss_sp=malloc(65536),.ss_size=65536},o;sigaltstack(&s,0);raise(SIGUSR1);sigaltstack(0,&o);int bad=o.ss_sp!=s.ss_sp;s.ss_flags=SS_DISABLE;sigaltstack(&s,0);free(s.ss_sp);return (void*)(long)bad;}
int main(void){struct sigaction a={0};a.sa_handler=h;a.sa_flags=SA_ONSTACK;sigaction(SIGUSR1,&a,0);pthread_t t;void*r;pthread_create(&t,0,f,0);pthread_join(t,&r);stack_t o;sigaltstack(0,&o);return r||!(o.ss_flags&SS_DISABLE)||!hit;}
