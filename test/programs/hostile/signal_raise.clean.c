// SPDX-License-Identifier: Apache-2.0
// right: handler sets sig_atomic_t, raised in same thread
#include <signal.h>
#include <pthread.h>
static volatile sig_atomic_t g;
static void h(int s){g=s;}
static void*f(void*p){return p;}
int main(void){signal(SIGUSR1,h);pthread_t t;pthread_create(&t,0,f,0);raise(SIGUSR1);pthread_join(t,0);return g!=SIGUSR1;}
