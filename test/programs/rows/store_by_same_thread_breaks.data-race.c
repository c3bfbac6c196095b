// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>
atomic_int n; int x;
void*f(void*p){ x=1; atomic_store_explicit(&n,1,memory_order_release); atomic_store_explicit(&n,2,memory_order_relaxed); return 0; }
int main(){ pthread_t t; pthread_create(&t,0,f,0); int r=1; if(atomic_load_explicit(&n,memory_order_acquire)==2) r=x; pthread_join(t,0); return r-1; }
