// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>
atomic_int a=5; int expected;
void*f(void*p){ atomic_compare_exchange_strong(&a,&expected,1); return 0; }
int main(){ pthread_t t; pthread_create(&t,0,f,0); atomic_compare_exchange_strong(&a,&expected,2); pthread_join(t,0); return 0; }
