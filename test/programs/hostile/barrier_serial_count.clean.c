// SPDX-License-Identifier: Apache-2.0
// right: exactly one serial thread a round
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
static pthread_barrier_t b;static atomic_int n;
static void*f(void*p){for(int i=0;i<2;i++)if(pthread_barrier_wait(&b)==PTHREAD_BARRIER_SERIAL_THREAD)n++;return p;}
int main(void){pthread_barrier_init(&b,0,3);pthread_t t,u;pthread_create(&t,0,f,0);pthread_create(&u,0,f,0);f(0);pthread_join(t,0);pthread_join(u,0);assert(n==2);return 0;}
