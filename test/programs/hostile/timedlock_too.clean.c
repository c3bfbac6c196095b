// SPDX-License-Identifier: Apache-2.0
// right: only increments when lock obtained; counts failures atomically.
#include <pthread.h>
#include <time.h>
#include <assert.h>
#include <stdatomic.h>
static pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER; static int n; static atomic_int miss;
static void*f(void*a){struct timespec ts;clock_gettime(CLOCK_REALTIME,&ts);ts.tv_sec+=1;if(pthread_mutex_timedlock(&m,&ts)==0){n++;pthread_mutex_unlock(&m);}else miss++;return a;}
int main(void){pthread_t t,u;pthread_create(&t,0,f,0);pthread_create(&u,0,f,0);pthread_join(t,0);pthread_join(u,0);assert(n+miss==2&&n>=1);return 0;}
