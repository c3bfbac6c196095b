// SPDX-License-Identifier: Apache-2.0
// right: owner dies, next gets EOWNERDEAD, makes consistent.
#include <pthread.h>
#include <errno.h>
#include <assert.h>
static pthread_mutex_t m; static int n;
static void*f(void*a){int r=pthread_mutex_lock(&m); if(r==EOWNERDEAD)pthread_mutex_consistent(&m); n++; return a;}
int main(void){pthread_mutexattr_t a;pthread_mutexattr_init(&a);pthread_mutexattr_setrobust(&a,PTHREAD_MUTEX_ROBUST);
 pthread_mutex_init(&m,&a);
 pthread_t t,u;pthread_create(&t,0,f,0);pthread_create(&u,0,f,0);pthread_join(t,0);pthread_join(u,0);
 int r=pthread_mutex_lock(&m);assert(r==EOWNERDEAD);pthread_mutex_consistent(&m);assert(n==2);pthread_mutex_unlock(&m);return 0;}
