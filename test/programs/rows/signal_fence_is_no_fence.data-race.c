// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>
atomic_int flag; int x;
void*f(void*p){ x=1; atomic_signal_fence(memory_order_seq_cst); atomic_store_explicit(&flag,1,memory_order_relaxed); return 0; }
int main(){ pthread_t t; pthread_create(&t,0,f,0); int r=1; if(atomic_load_explicit(&flag,memory_order_relaxed)){ atomic_thread_fence(memory_order_acquire); r=x;} pthread_join(t,0); return r-1; }
