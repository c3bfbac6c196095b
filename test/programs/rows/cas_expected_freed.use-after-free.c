// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
atomic_int a; int*e; 
void*f(void*p){ atomic_compare_exchange_strong(&a,e,1); return 0; }
int main(){ e=calloc(1,4); pthread_t t; pthread_create(&t,0,f,0); a=1; free(e); pthread_join(t,0); return 0; }
