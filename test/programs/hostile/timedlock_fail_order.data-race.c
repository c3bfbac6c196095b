// SPDX-License-Identifier: Apache-2.0
// wrong: timed lock that ran out orders nothing
#include <pthread.h>
#include <time.h>
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;int x;
static void*f(void*p){x=1;pthread_mutex_lock(&m);return p;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);int r=1;struct timespec ts={1,0};if(pthread_mutex_timedlock(&m,&ts)!=0)r=x;else pthread_mutex_unlock(&m);pthread_join(t,0);return r>1;}
