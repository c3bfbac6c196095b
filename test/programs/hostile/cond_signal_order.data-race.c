// SPDX-License-Identifier: Apache-2.0
// wrong: notify orders nothing: x written before signal without mutex, waiter reads x after unlock (another thread made ok under the mutex).
#include <pthread.h>
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;pthread_cond_t c=PTHREAD_COND_INITIALIZER;int x,ok;
static void*f(void*p){pthread_mutex_lock(&m);ok=1;pthread_mutex_unlock(&m);x=1;pthread_cond_signal(&c);return p;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);pthread_mutex_lock(&m);while(!ok)pthread_cond_wait(&c,&m);pthread_mutex_unlock(&m);int r=x;pthread_join(t,0);return r>1;}
