// SPDX-License-Identifier: Apache-2.0
// wrong: failed lock (ENOTRECOVERABLE) orders nothing
#include <pthread.h>
#include <errno.h>
static pthread_mutex_t m;int n;
static void*d(void*a){pthread_mutex_lock(&m);return a;}
static void*f(void*a){int r=pthread_mutex_lock(&m);if(r==EOWNERDEAD){n=1;pthread_mutex_unlock(&m);}else if(r==ENOTRECOVERABLE)n=2;return a;}
int main(void){pthread_mutexattr_t a;pthread_mutexattr_init(&a);pthread_mutexattr_setrobust(&a,PTHREAD_MUTEX_ROBUST);
 pthread_mutex_init(&m,&a);
 pthread_t t,u;pthread_create(&t,0,d,0);pthread_join(t,0);pthread_create(&t,0,f,0);pthread_create(&u,0,f,0);pthread_join(t,0);pthread_join(u,0);return n==0;}
