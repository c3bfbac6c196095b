// SPDX-License-Identifier: Apache-2.0
// right: ETIMEDOUT implies the deadline has passed on that clock
#include <pthread.h>
#include <time.h>
#include <errno.h>
#include <assert.h>
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;pthread_cond_t c=PTHREAD_COND_INITIALIZER;
static void*f(void*p){struct timespec a,b;clock_gettime(CLOCK_REALTIME,&a);a.tv_sec+=2;pthread_mutex_lock(&m);int r;do r=pthread_cond_timedwait(&c,&m,&a);while(r==0);pthread_mutex_unlock(&m);clock_gettime(CLOCK_REALTIME,&b);assert(b.tv_sec>a.tv_sec||(b.tv_sec==a.tv_sec&&b.tv_nsec>=a.tv_nsec));return p;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);pthread_cond_signal(&c);pthread_join(t,0);return 0;}
