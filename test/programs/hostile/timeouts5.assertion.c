// SPDX-License-Identifier: Apache-2.0
// wrong: gives up after five timeouts and then fails
#include <pthread.h>
#include <time.h>
#include <errno.h>
#include <assert.h>
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;pthread_cond_t c=PTHREAD_COND_INITIALIZER;int ok;
static void*f(void*p){pthread_mutex_lock(&m);int n=0;while(!ok&&n<5){struct timespec ts={1,0};if(pthread_cond_timedwait(&c,&m,&ts)==ETIMEDOUT)n++;}assert(ok);pthread_mutex_unlock(&m);return p;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);pthread_mutex_lock(&m);ok=1;pthread_cond_signal(&c);pthread_mutex_unlock(&m);pthread_join(t,0);return 0;}
