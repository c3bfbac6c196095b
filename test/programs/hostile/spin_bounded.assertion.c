// SPDX-License-Identifier: Apache-2.0
// wrong: bounded spin gives up, then asserts
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
atomic_int flag;
static void*f(void*p){for(int i=0;i<50&&!flag;i++);assert(flag);return p;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);flag=1;pthread_join(t,0);return 0;}
