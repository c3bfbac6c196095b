// SPDX-License-Identifier: Apache-2.0
// right: no signal is blocked at the start
#include <signal.h>
#include <pthread.h>
static void*f(void*p){sigset_t s;pthread_sigmask(0,0,&s);for(int i=1;i<32;i++)if(sigismember(&s,i))return (void*)(long)i;return 0;}
int main(void){pthread_t t;void*r;pthread_create(&t,0,f,0);pthread_join(t,&r);return f(0)||r;}
