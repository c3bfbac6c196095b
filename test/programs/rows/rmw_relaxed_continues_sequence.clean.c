// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>
atomic_int n; int x;
void*f(void*p){ x=1; atomic_fetch_add_explicit(&n,1,memory_order_release); return 0; }
void*g(void*p){ atomic_fetch_add_explicit(&n,10,memory_order_relaxed); return 0; }
int main(){ pthread_t t,u; pthread_create(&t,0,f,0); pthread_create(&u,0,g,0); int r=1; if(atomic_load_explicit(&n,memory_order_acquire)%10==1) r=x; pthread_join(t,0); pthread_join(u,0); return r-1; }
