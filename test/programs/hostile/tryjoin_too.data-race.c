// SPDX-License-Identifier: Apache-2.0
// wrong: tryjoin busy, result read anyway -> uninit / assertion
#define _GNU_SOURCE
#include <pthread.h>
#include <assert.h>
int d;
static void*f(void*p){d=1;return p;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);pthread_tryjoin_np(t,0);assert(d==1);return 0;}
