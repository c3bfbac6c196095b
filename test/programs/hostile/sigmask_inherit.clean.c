// SPDX-License-Identifier: Apache-2.0
// right: signal mask is inherited by new thread
#include <pthread.h>
#include <signal.h>
static void*f(void*p){sigset_t s;pthread_sigmask(SIG_SETMASK,0,&s);return (void*)(long)!sigismember(&s,SIGUSR2);}
int main(void){sigset_t s;sigemptyset(&s);sigaddset(&s,SIGUSR2);pthread_sigmask(SIG_BLOCK,&s,0);pthread_t t;void*r;pthread_create(&t,0,f,0);pthread_join(t,&r);return r!=0;}
