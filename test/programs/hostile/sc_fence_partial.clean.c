// SPDX-License-Identifier: Apache-2.0
// right: RWC with seq_cst fences: T1 x=1; T2 reads x=1, fence, reads y=0; T3 y=1 fence reads x: must not be 0
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
atomic_int x,y;int a,b,c;
#define R memory_order_relaxed
static void*f(void*p){atomic_store_explicit(&x,1,R);return p;}
static void*g(void*p){a=atomic_load_explicit(&x,R);atomic_thread_fence(memory_order_seq_cst);b=atomic_load_explicit(&y,R);return p;}
static void*h(void*p){atomic_store_explicit(&y,1,R);atomic_thread_fence(memory_order_seq_cst);c=atomic_load_explicit(&x,R);return p;}
int main(void){pthread_t t[3];pthread_create(t,0,f,0);pthread_create(t+1,0,g,0);pthread_create(t+2,0,h,0);for(int i=0;i<3;i++)pthread_join(t[i],0);assert(!(a==1&&b==0&&c==0));return 0;}
