// SPDX-License-Identifier: Apache-2.0
// right: invalid time gives EINVAL only if the call would block
#include <pthread.h>
#include <time.h>
#include <errno.h>
#include <assert.h>
static pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;
static void*f(void*p){struct timespec t={0,2000000000};int r=pthread_mutex_timedlock(&m,&t);assert(r==0||r==EINVAL);if(!r)pthread_mutex_unlock(&m);return 0;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);pthread_mutex_lock(&m);pthread_mutex_unlock(&m);pthread_join(t,0);return 0;}
