// SPDX-License-Identifier: Apache-2.0
// right: acquire load
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;_Atomic(int*)g;
static int get(void){int*p=atomic_load_explicit(&g,memory_order_acquire);if(!p){pthread_mutex_lock(&m);p=atomic_load_explicit(&g,memory_order_relaxed);if(!p){p=malloc(4);*p=3;atomic_store_explicit(&g,p,memory_order_release);}pthread_mutex_unlock(&m);}return *p;}
static void*f(void*p){return (void*)(long)get();}
int main(void){pthread_t t,u;pthread_create(&t,0,f,0);pthread_create(&u,0,f,0);void*a,*b;pthread_join(t,&a);pthread_join(u,&b);return a!=b;}
