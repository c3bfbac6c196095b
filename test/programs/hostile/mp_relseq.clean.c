// SPDX-License-Identifier: Apache-2.0
// right: release sequence continued by relaxed RMW of another thread
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
int d;atomic_int f;
static void*w(void*p){d=1;atomic_store_explicit(&f,1,memory_order_release);return p;}
static void*x(void*p){int e=1;atomic_compare_exchange_strong_explicit(&f,&e,2,memory_order_relaxed,memory_order_relaxed);return p;}
int main(void){pthread_t t,u;pthread_create(&t,0,w,0);pthread_create(&u,0,x,0);if(atomic_load_explicit(&f,memory_order_acquire)==2)assert(d==1);pthread_join(t,0);pthread_join(u,0);return 0;}
