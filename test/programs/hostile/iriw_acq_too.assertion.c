// SPDX-License-Identifier: Apache-2.0
// wrong: IRIW with acquire: readers may disagree
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
atomic_int x,y;int a,b,c,d;
static void*w1(void*p){atomic_store_explicit(&x,1,memory_order_release);return p;}
static void*w2(void*p){atomic_store_explicit(&y,1,memory_order_release);return p;}
static void*r1(void*p){a=atomic_load_explicit(&x,memory_order_acquire);b=atomic_load_explicit(&y,memory_order_acquire);return p;}
static void*r2(void*p){c=atomic_load_explicit(&y,memory_order_acquire);d=atomic_load_explicit(&x,memory_order_acquire);return p;}
int main(void){pthread_t t[4];pthread_create(t,0,w1,0);pthread_create(t+1,0,w2,0);pthread_create(t+2,0,r1,0);pthread_create(t+3,0,r2,0);for(int i=0;i<4;i++)pthread_join(t[i],0);assert(!(a&&!b&&c&&!d));return 0;}
