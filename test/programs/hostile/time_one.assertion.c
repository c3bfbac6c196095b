// SPDX-License-Identifier: Apache-2.0
// wrong: two looks at time() need not be equal
#include <time.h>
#include <pthread.h>
#include <assert.h>
static void*f(void*p){time_t a=time(0);time_t b=time(0);assert(a==b);return 0;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);pthread_join(t,0);return 0;}
