// SPDX-License-Identifier: Apache-2.0
// wrong: three spurious wake-ups break it
#include <pthread.h>
#include <assert.h>
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;pthread_cond_t c=PTHREAD_COND_INITIALIZER;int ok;
static void*f(void*p){pthread_mutex_lock(&m);for(int i=0;i<3&&!ok;i++)pthread_cond_wait(&c,&m);assert(ok);pthread_mutex_unlock(&m);return p;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);pthread_mutex_lock(&m);ok=1;pthread_cond_signal(&c);pthread_mutex_unlock(&m);pthread_join(t,0);return 0;}
