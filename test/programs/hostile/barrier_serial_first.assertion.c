// SPDX-License-Identifier: Apache-2.0
// wrong: assumes the serial thread is main
#include <pthread.h>
#include <assert.h>
static pthread_barrier_t b;
static void*f(void*p){pthread_barrier_wait(&b);return p;}
int main(void){pthread_barrier_init(&b,0,2);pthread_t t;pthread_create(&t,0,f,0);assert(pthread_barrier_wait(&b)==PTHREAD_BARRIER_SERIAL_THREAD);pthread_join(t,0);return 0;}
