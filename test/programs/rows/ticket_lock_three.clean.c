// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>
atomic_uint next,serving; int x;
void*f(void*p){ unsigned me=atomic_fetch_add_explicit(&next,1,memory_order_relaxed); while(atomic_load_explicit(&serving,memory_order_acquire)!=me); x++; atomic_store_explicit(&serving,me+1,memory_order_release); return 0; }
int main(){ pthread_t t,u; pthread_create(&t,0,f,0); pthread_create(&u,0,f,0); f(0); pthread_join(u,0); pthread_join(t,0); return x-3; }
