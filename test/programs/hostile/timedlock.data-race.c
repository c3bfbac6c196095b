// SPDX-License-Identifier: Apache-2.0
// wrong: timedlock's ETIMEDOUT ignored -> race and unlock of other's.
#include <pthread.h>
#include <time.h>
static pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER; static int n;
static void*f(void*a){struct timespec ts;clock_gettime(CLOCK_REALTIME,&ts);ts.tv_sec+=1;pthread_mutex_timedlock(&m,&ts);n++;pthread_mutex_unlock(&m);return a;}
int main(void){pthread_t t,u;pthread_create(&t,0,f,0);pthread_create(&u,0,f,0);pthread_join(t,0);pthread_join(u,0);return 0;}
