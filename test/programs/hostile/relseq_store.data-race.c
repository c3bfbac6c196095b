// SPDX-License-Identifier: Apache-2.0
// wrong: C++20: a plain relaxed store by the same thread no longer continues the release sequence: race (in C11 it did! -> C11 says right). Here by ANOTHER thread: wrong in both.
#include <pthread.h>
#include <stdatomic.h>
int d;atomic_int f;
static void*w(void*p){d=1;atomic_store_explicit(&f,1,memory_order_release);return p;}
static void*x(void*p){if(atomic_load_explicit(&f,memory_order_relaxed)==1)atomic_store_explicit(&f,2,memory_order_release);return p;}
int main(void){pthread_t t,u;pthread_create(&t,0,w,0);pthread_create(&u,0,x,0);int r=1;if(atomic_load_explicit(&f,memory_order_acquire)==2)r=d;pthread_join(t,0);pthread_join(u,0);return r>1;}
