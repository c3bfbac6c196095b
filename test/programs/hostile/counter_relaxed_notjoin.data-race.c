// SPDX-License-Identifier: Apache-2.0
// wrong: relaxed counter used as 'all done' flag to read plain data
#include <pthread.h>
#include <stdatomic.h>
#include <sched.h>
atomic_int done;int v[2];
static void*f(void*p){long i=(long)p;v[i]=1;atomic_fetch_add_explicit(&done,1,memory_order_relaxed);return 0;}
int main(void){pthread_t t,u;pthread_create(&t,0,f,(void*)0);pthread_create(&u,0,f,(void*)1);while(atomic_load_explicit(&done,memory_order_acquire)<2)sched_yield();int r=v[0]+v[1];pthread_join(t,0);pthread_join(u,0);return r>2;}
