// SPDX-License-Identifier: Apache-2.0
// right: tryjoin until done orders.
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <assert.h>
int d;
static void*f(void*p){d=1;return p;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);while(pthread_tryjoin_np(t,0))sched_yield();assert(d==1);return 0;}
