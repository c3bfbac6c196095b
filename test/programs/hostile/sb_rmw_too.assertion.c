// SPDX-License-Identifier: Apache-2.0
// wrong: SB with RMW acq_rel stores to different vars: still allowed under C11
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
atomic_int x,y;int a,b;
static void*f(void*p){atomic_exchange_explicit(&x,1,memory_order_acq_rel);a=atomic_load_explicit(&y,memory_order_acquire);return p;}
static void*g(void*p){atomic_exchange_explicit(&y,1,memory_order_acq_rel);b=atomic_load_explicit(&x,memory_order_acquire);return p;}
int main(void){pthread_t t,u;pthread_create(&t,0,f,0);pthread_create(&u,0,g,0);pthread_join(t,0);pthread_join(u,0);assert(a||b);return 0;}
