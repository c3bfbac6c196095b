// SPDX-License-Identifier: Apache-2.0
// wrong: Peterson with acq/rel
#include <pthread.h>
#include <stdatomic.h>
atomic_int fl[2],turn;int n;
static void*f(void*p){long i=(long)p;atomic_store_explicit(&fl[i],1,memory_order_release);atomic_store_explicit(&turn,1-i,memory_order_release);while(atomic_load_explicit(&fl[1-i],memory_order_acquire)&&atomic_load_explicit(&turn,memory_order_acquire)==1-i);n++;atomic_store_explicit(&fl[i],0,memory_order_release);return 0;}
int main(void){pthread_t t,u;pthread_create(&t,0,f,(void*)0);pthread_create(&u,0,f,(void*)1);pthread_join(t,0);pthread_join(u,0);return n!=2;}
