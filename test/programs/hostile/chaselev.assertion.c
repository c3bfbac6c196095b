// SPDX-License-Identifier: Apache-2.0
// wrong: Chase-Lev take without seq_cst fence: an element is taken twice
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
atomic_int top,bot=1;atomic_int got;
#define R memory_order_relaxed
static void*take(void*p){int b=atomic_load_explicit(&bot,R)-1;atomic_store_explicit(&bot,b,R);atomic_thread_fence(memory_order_acq_rel);int t=atomic_load_explicit(&top,R);if(t<=b){if(t==b){if(!atomic_compare_exchange_strong_explicit(&top,&t,t+1,memory_order_seq_cst,R)){atomic_store_explicit(&bot,b+1,R);return p;}atomic_store_explicit(&bot,b+1,R);}got++;}else atomic_store_explicit(&bot,b+1,R);return p;}
static void*steal(void*p){for(int i=0;i<2;i++){int t=atomic_load_explicit(&top,memory_order_acquire);atomic_thread_fence(memory_order_acq_rel);int b=atomic_load_explicit(&bot,memory_order_acquire);if(t<b)if(atomic_compare_exchange_strong_explicit(&top,&t,t+1,memory_order_seq_cst,R))got++;}return p;}
int main(void){bot=2;pthread_t t,u;pthread_create(&t,0,take,0);pthread_create(&u,0,steal,0);pthread_join(t,0);pthread_join(u,0);assert(got<=2);return 0;}
