// SPDX-License-Identifier: Apache-2.0
// wrong: two onces that call each other, two threads: deadlock
#include <pthread.h>
static pthread_once_t o=PTHREAD_ONCE_INIT,p=PTHREAD_ONCE_INIT;static __thread int in;
static void ip(void);
static void io(void){if(!in){in=1;pthread_once(&p,ip);}}
static void ip(void){if(!in){in=1;pthread_once(&o,io);}}
static void*f(void*a){pthread_once(&o,io);return a;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);pthread_once(&p,ip);pthread_join(t,0);return 0;}
