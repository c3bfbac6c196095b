// SPDX-License-Identifier: Apache-2.0
// wrong only if time(NULL) is even... : compares time twice across threads: may differ (late clock)
#include <time.h>
#include <pthread.h>
#include <assert.h>
static void*f(void*p){*(time_t*)p=time(0);return 0;}
int main(void){time_t a,b;pthread_t t;pthread_create(&t,0,f,&a);b=time(0);pthread_join(t,0);assert(a==b);return 0;}
