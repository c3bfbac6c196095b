// SPDX-License-Identifier: Apache-2.0
// right: barrier separates phases.
#include <pthread.h>
#include <assert.h>
static pthread_barrier_t b;static int v[2];
static void*f(void*p){long i=(long)p;v[i]=1;pthread_barrier_wait(&b);assert(v[1-i]==1);pthread_barrier_wait(&b);v[i]=2;return 0;}
int main(void){pthread_barrier_init(&b,0,2);pthread_t t,u;pthread_create(&t,0,f,(void*)0);pthread_create(&u,0,f,(void*)1);pthread_join(t,0);pthread_join(u,0);pthread_barrier_destroy(&b);return 0;}
