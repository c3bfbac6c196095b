// SPDX-License-Identifier: Apache-2.0
// right: seqlock with fences (Boehm)
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
atomic_uint s;atomic_int a,b;
#define R memory_order_relaxed
static void*w(void*p){atomic_store_explicit(&s,1,R);atomic_thread_fence(memory_order_release);atomic_store_explicit(&a,1,R);atomic_store_explicit(&b,1,R);atomic_store_explicit(&s,2,memory_order_release);return p;}
static void*r(void*p){unsigned v=atomic_load_explicit(&s,memory_order_acquire);if(v&1)return 0;int x=atomic_load_explicit(&a,R),y=atomic_load_explicit(&b,R);atomic_thread_fence(memory_order_acquire);if(atomic_load_explicit(&s,R)==v)assert(x==y);return p;}
int main(void){pthread_t t,u;pthread_create(&t,0,w,0);pthread_create(&u,0,r,0);pthread_join(t,0);pthread_join(u,0);return 0;}
