// SPDX-License-Identifier: Apache-2.0
// wrong: SB where one side's store is release (not sc): both zero allowed
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
atomic_int x,y;int a,b;
static void*f(void*p){atomic_store_explicit(&x,1,memory_order_release);a=y;return p;}
static void*g(void*p){y=1;b=x;return p;}
int main(void){pthread_t t,u;pthread_create(&t,0,f,0);pthread_create(&u,0,g,0);pthread_join(t,0);pthread_join(u,0);assert(a||b);return 0;}
