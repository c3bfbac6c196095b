// SPDX-License-Identifier: Apache-2.0
// right: rechecks predicate after timeout.
#include <pthread.h>
#include <time.h>
#include <errno.h>
#include <assert.h>
static pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;static pthread_cond_t c=PTHREAD_COND_INITIALIZER;static int ok,data;
static void*f(void*a){struct timespec ts;clock_gettime(CLOCK_REALTIME,&ts);ts.tv_sec++;pthread_mutex_lock(&m);int r=0;while(!ok&&r==0)r=pthread_cond_timedwait(&c,&m,&ts);if(ok)assert(data==7);pthread_mutex_unlock(&m);return a;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);data=7;pthread_mutex_lock(&m);ok=1;pthread_cond_signal(&c);pthread_mutex_unlock(&m);pthread_join(t,0);return 0;}
