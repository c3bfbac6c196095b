// SPDX-License-Identifier: Apache-2.0
// right: tryjoin on blocked thread is EBUSY
#define _GNU_SOURCE
#include <pthread.h>
#include <errno.h>
#include <assert.h>
static pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;
static void*f(void*p){pthread_mutex_lock(&m);pthread_mutex_unlock(&m);return 0;}
int main(void){pthread_t t;pthread_mutex_lock(&m);pthread_create(&t,0,f,0);assert(pthread_tryjoin_np(t,0)==EBUSY);pthread_mutex_unlock(&m);pthread_join(t,0);return 0;}
