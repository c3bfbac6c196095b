// SPDX-License-Identifier: Apache-2.0
// right: deadline in the past on a free mutex: timedlock gets it anyway
#include <pthread.h>
#include <time.h>
#include <assert.h>
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;int n;
static void*f(void*p){struct timespec a={0,0};int r=pthread_mutex_timedlock(&m,&a);assert(r==0);n++;pthread_mutex_unlock(&m);return p;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);pthread_join(t,0);f(0);return n!=2;}
