// SPDX-License-Identifier: Apache-2.0
// right: destructor re-sets the key twice; iterations; counts.
#include <pthread.h>
#include <assert.h>
static pthread_key_t k;int n;
static void d(void*p){if(++n<3)pthread_setspecific(k,p);}
static void*f(void*p){pthread_setspecific(k,&n);return 0;}
int main(void){pthread_key_create(&k,d);pthread_t t;pthread_create(&t,0,f,0);pthread_join(t,0);assert(n==3);return 0;}
