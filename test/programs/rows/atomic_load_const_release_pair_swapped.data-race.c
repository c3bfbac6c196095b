// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>
atomic_int n; int x;
void*f(void*p){ atomic_exchange_explicit(&n,1,memory_order_acquire); x=1; return 0; }
int main(){ pthread_t t; pthread_create(&t,0,f,0); int r=0; if(atomic_exchange_explicit(&n,2,memory_order_release)==0){ x=2; } pthread_join(t,0); return r; }
