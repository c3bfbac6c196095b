// SPDX-License-Identifier: Apache-2.0
// right: recursive mutex locked twice; count protected at both levels.
#include <pthread.h>
#include <assert.h>
static pthread_mutex_t m; static int n;
static void inner(void){pthread_mutex_lock(&m); n++; pthread_mutex_unlock(&m);}
static void*f(void*a){pthread_mutex_lock(&m); inner(); n++; pthread_mutex_unlock(&m); return a;}
int main(void){pthread_mutexattr_t a;pthread_mutexattr_init(&a);pthread_mutexattr_settype(&a,PTHREAD_MUTEX_RECURSIVE);
 pthread_mutex_init(&m,&a);pthread_mutexattr_destroy(&a);
 pthread_t t,u;pthread_create(&t,0,f,0);pthread_create(&u,0,f,0);pthread_join(t,0);pthread_join(u,0);assert(n==4);pthread_mutex_destroy(&m);return 0;}
