// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>
atomic_int a; int expected;
void*f(void*p){ atomic_compare_exchange_strong_explicit(&a,&expected,1,memory_order_relaxed,memory_order_relaxed); return 0; }
int main(){ pthread_t t; pthread_create(&t,0,f,0); f(0); pthread_join(t,0); return 0; }
