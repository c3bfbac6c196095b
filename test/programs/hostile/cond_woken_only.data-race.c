// SPDX-License-Identifier: Apache-2.0
// wrong: a signal (no predicate) taken as order: main waits once (spurious too); x written outside of the mutex
#include <pthread.h>
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;pthread_cond_t c=PTHREAD_COND_INITIALIZER;int x;
static void*f(void*p){x=1;pthread_cond_signal(&c);return p;}
int main(void){pthread_t t;pthread_mutex_lock(&m);pthread_create(&t,0,f,0);struct timespec *z=0;(void)z;int r=0;pthread_join(t,0);r=x;pthread_mutex_unlock(&m);pthread_create(&t,0,f,0);r+=x;pthread_join(t,0);return r>9;}
