// SPDX-License-Identifier: Apache-2.0
#include <stdatomic.h>
#include <pthread.h>
atomic_int f;int d;
void*w(void*q){d=1;atomic_store_explicit(&f,1,memory_order_release);atomic_store_explicit(&f,2,memory_order_relaxed);return 0;}
int main(){pthread_t t;pthread_create(&t,0,w,0);int r=1;if(atomic_load_explicit(&f,memory_order_acquire)==2)r=d;pthread_join(t,0);return r!=1;}
