// SPDX-License-Identifier: Apache-2.0
// right: coherence read-read
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
atomic_int x;
#define R memory_order_relaxed
static void*f(void*p){atomic_store_explicit(&x,1,R);atomic_store_explicit(&x,2,R);return p;}
static void*g(void*p){int a=atomic_load_explicit(&x,R),b=atomic_load_explicit(&x,R);assert(a<=b);return p;}
int main(void){pthread_t t,u;pthread_create(&t,0,f,0);pthread_create(&u,0,g,0);pthread_join(t,0);pthread_join(u,0);return 0;}
