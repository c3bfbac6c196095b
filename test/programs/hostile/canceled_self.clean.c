// SPDX-License-Identifier: Apache-2.0
// right: a thread cancels itself; cleanup runs; PTHREAD_CANCELED
#include <pthread.h>
static int n;
static void c(void*p){n++;}
static void*f(void*p){pthread_cleanup_push(c,0);pthread_cancel(pthread_self());pthread_testcancel();pthread_cleanup_pop(0);return 0;}
int main(void){pthread_t t;void*r;pthread_create(&t,0,f,0);pthread_join(t,&r);return r!=PTHREAD_CANCELED||n!=1;}
