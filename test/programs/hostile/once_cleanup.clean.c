// SPDX-License-Identifier: Apache-2.0
// right: raise in thread runs the handler in that thread
#include <signal.h>
#include <pthread.h>
static __thread int me;static volatile int got;
static void h(int s){got=me;}
static void*f(void*p){me=5;raise(SIGUSR2);return 0;}
int main(void){me=1;signal(SIGUSR2,h);pthread_t t;pthread_create(&t,0,f,0);pthread_join(t,0);return got!=5;}
