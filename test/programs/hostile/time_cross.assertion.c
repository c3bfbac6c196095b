// SPDX-License-Identifier: Apache-2.0
// wrong: time() of two threads need not be equal
#include <time.h>
#include <pthread.h>
#include <assert.h>
static time_t a;
static void*f(void*p){a=time(0);return 0;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);time_t b=time(0);pthread_join(t,0);assert(a==b);return 0;}
