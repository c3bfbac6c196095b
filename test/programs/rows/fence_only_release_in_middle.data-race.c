// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>
atomic_int f1,f2; int x;
void*f(void*p){ x=1; atomic_thread_fence(memory_order_release); atomic_store_explicit(&f1,1,memory_order_relaxed); return 0; }
void*g(void*p){ if(atomic_load_explicit(&f1,memory_order_relaxed)){ atomic_thread_fence(memory_order_release); atomic_store_explicit(&f2,1,memory_order_relaxed);} return 0; }
int main(){ pthread_t t,u; pthread_create(&t,0,f,0); pthread_create(&u,0,g,0); int r=1; if(atomic_load_explicit(&f2,memory_order_relaxed)){ atomic_thread_fence(memory_order_acquire); r=x;} pthread_join(t,0); pthread_join(u,0); return r-1; }
