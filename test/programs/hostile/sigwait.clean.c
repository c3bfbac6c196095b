// SPDX-License-Identifier: Apache-2.0
// right: signal-handling thread with sigwait
#include <pthread.h>
#include <signal.h>
static sigset_t s;
static void*f(void*p){int g=0;sigwait(&s,&g);return (void*)(long)g;}
int main(void){sigemptyset(&s);sigaddset(&s,SIGUSR1);pthread_sigmask(SIG_BLOCK,&s,0);pthread_t t;void*r;pthread_create(&t,0,f,0);pthread_kill(t,SIGUSR1);pthread_join(t,&r);return (long)r!=SIGUSR1;}
