// SPDX-License-Identifier: Apache-2.0
// right: SB with seq_cst fences
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
atomic_int x,y;int a,b;
#define R memory_order_relaxed
static void*f(void*p){atomic_store_explicit(&x,1,R);atomic_thread_fence(memory_order_seq_cst);a=atomic_load_explicit(&y,R);return p;}
static void*g(void*p){atomic_store_explicit(&y,1,R);atomic_thread_fence(memory_order_seq_cst);b=atomic_load_explicit(&x,R);return p;}
int main(void){pthread_t t,u;pthread_create(&t,0,f,0);pthread_create(&u,0,g,0);pthread_join(t,0);pthread_join(u,0);assert(a||b);return 0;}
