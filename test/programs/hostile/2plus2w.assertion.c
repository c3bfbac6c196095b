// SPDX-License-Identifier: Apache-2.0
// wrong: 2+2W with release stores: x==1&&y==1 at end
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
atomic_int x,y;
#define ST(v,n) atomic_store_explicit(&v,n,memory_order_release)
static void*f(void*p){ST(x,1);ST(y,2);return p;}
static void*g(void*p){ST(y,1);ST(x,2);return p;}
int main(void){pthread_t t,u;pthread_create(&t,0,f,0);pthread_create(&u,0,g,0);pthread_join(t,0);pthread_join(u,0);assert(!(x==1&&y==1));return 0;}
