// SPDX-License-Identifier: Apache-2.0
// right: monotonic condattr, waits until notified or timeout
#include <pthread.h>
#include <time.h>
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;pthread_cond_t c;int ok;
static void*f(void*p){pthread_mutex_lock(&m);ok=1;pthread_cond_signal(&c);pthread_mutex_unlock(&m);return p;}
int main(void){pthread_condattr_t a;pthread_condattr_init(&a);pthread_condattr_setclock(&a,CLOCK_MONOTONIC);pthread_cond_init(&c,&a);struct timespec ts;clock_gettime(CLOCK_MONOTONIC,&ts);ts.tv_sec+=10;pthread_t t;pthread_create(&t,0,f,0);pthread_mutex_lock(&m);int r=0;while(!ok&&!r)r=pthread_cond_timedwait(&c,&m,&ts);int o=ok;pthread_mutex_unlock(&m);pthread_join(t,0);return !(o||r)||!ok;}
