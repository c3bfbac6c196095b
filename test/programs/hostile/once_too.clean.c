// SPDX-License-Identifier: Apache-2.0
// right: once publishes data.
#include <pthread.h>
#include <assert.h>
static pthread_once_t o=PTHREAD_ONCE_INIT;static int d;
static void init(void){d=5;}
static void*f(void*p){pthread_once(&o,init);assert(d==5);return p;}
int main(void){pthread_t t,u;pthread_create(&t,0,f,0);pthread_create(&u,0,f,0);f(0);pthread_join(t,0);pthread_join(u,0);return 0;}
