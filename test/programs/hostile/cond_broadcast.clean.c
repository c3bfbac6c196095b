// SPDX-License-Identifier: Apache-2.0
// right: same with broadcast.
#include <pthread.h>
static pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;static pthread_cond_t c=PTHREAD_COND_INITIALIZER;static int full;
static void*prod(void*a){pthread_mutex_lock(&m);while(full)pthread_cond_wait(&c,&m);full=1;pthread_cond_broadcast(&c);pthread_mutex_unlock(&m);return a;}
static void*cons(void*a){pthread_mutex_lock(&m);while(!full)pthread_cond_wait(&c,&m);full=0;pthread_cond_broadcast(&c);pthread_mutex_unlock(&m);return a;}
int main(void){pthread_t t[3];pthread_create(t,0,prod,0);pthread_create(t+1,0,cons,0);pthread_create(t+2,0,prod,0);for(int i=0;i<2;i++)pthread_join(t[i],0);pthread_join(t[2],0);return 0;}
