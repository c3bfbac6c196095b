// SPDX-License-Identifier: Apache-2.0
// wrong: acquire fence before the load
#include <pthread.h>
#include <stdatomic.h>
int d;atomic_int f;
static void*w(void*p){d=1;atomic_thread_fence(memory_order_release);atomic_store_explicit(&f,1,memory_order_relaxed);return p;}
int main(void){pthread_t t;pthread_create(&t,0,w,0);int r=1;atomic_thread_fence(memory_order_acquire);if(atomic_load_explicit(&f,memory_order_relaxed)){r=d;}pthread_join(t,0);return r>1;}
