// SPDX-License-Identifier: Apache-2.0
// wrong: expects FIFO of mutex
#include <pthread.h>
#include <assert.h>
#include <stdatomic.h>
static pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;static int o[2],k;static atomic_int first;
static void*f(void*p){pthread_mutex_lock(&m);o[k++]=(int)(long)p;pthread_mutex_unlock(&m);return 0;}
int main(void){pthread_t t,u;pthread_mutex_lock(&m);pthread_create(&t,0,f,(void*)1);pthread_create(&u,0,f,(void*)2);pthread_mutex_unlock(&m);pthread_join(t,0);pthread_join(u,0);assert(o[0]==1);return 0;}
