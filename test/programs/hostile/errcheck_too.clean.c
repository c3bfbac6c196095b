// SPDX-License-Identifier: Apache-2.0
// right: error-checking mutex returns EDEADLK / EPERM, program handles.
#include <pthread.h>
#include <errno.h>
#include <assert.h>
static pthread_mutex_t m; static int n;
static void*f(void*a){int r=pthread_mutex_unlock(&m);assert(r==EPERM);pthread_mutex_lock(&m);assert(pthread_mutex_lock(&m)==EDEADLK);n++;pthread_mutex_unlock(&m);return a;}
int main(void){pthread_mutexattr_t a;pthread_mutexattr_init(&a);pthread_mutexattr_settype(&a,PTHREAD_MUTEX_ERRORCHECK);
 pthread_mutex_init(&m,&a);
 pthread_t t,u;pthread_create(&t,0,f,0);pthread_create(&u,0,f,0);pthread_join(t,0);pthread_join(u,0);assert(n==2);return 0;}
