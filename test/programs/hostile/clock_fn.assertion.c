// SPDX-License-Identifier: Apache-2.0
// wrong: gettimeofday difference assumed < 1 s
#include <sys/time.h>
#include <pthread.h>
#include <assert.h>
static void*f(void*p){struct timeval a,b;gettimeofday(&a,0);gettimeofday(&b,0);assert(b.tv_sec-a.tv_sec<5);return 0;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);pthread_join(t,0);return 0;}
