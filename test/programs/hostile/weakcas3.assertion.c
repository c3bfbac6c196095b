// SPDX-License-Identifier: Apache-2.0
// wrong: weak CAS may fail each of three times
#include <stdatomic.h>
#include <pthread.h>
#include <assert.h>
atomic_int x;
static void*f(void*p){int ok=0;for(int i=0;i<3&&!ok;i++){int e=0;ok=atomic_compare_exchange_weak(&x,&e,1);}assert(ok);return p;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);pthread_join(t,0);return 0;}
