// SPDX-License-Identifier: Apache-2.0
// right: PRIO_INHERIT mutex as ordinary mutex.
#include <pthread.h>
#include <assert.h>
static pthread_mutex_t m; static int n;
static void*f(void*a){for(int i=0;i<2;i++){pthread_mutex_lock(&m);n++;pthread_mutex_unlock(&m);}return a;}
int main(void){pthread_mutexattr_t a;pthread_mutexattr_init(&a);pthread_mutexattr_setprotocol(&a,PTHREAD_PRIO_INHERIT);pthread_mutex_init(&m,&a);
 pthread_t t,u;pthread_create(&t,0,f,0);pthread_create(&u,0,f,0);pthread_join(t,0);pthread_join(u,0);assert(n==4);pthread_mutex_destroy(&m);return 0;}
