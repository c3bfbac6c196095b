// SPDX-License-Identifier: Apache-2.0
// wrong: cond_wait with recursive mutex held twice: unlocks once, so notifier never gets it: deadlock.
#include <pthread.h>
static pthread_mutex_t m; static pthread_cond_t c=PTHREAD_COND_INITIALIZER; static int ok;
static void*f(void*a){pthread_mutex_lock(&m);pthread_mutex_lock(&m);while(!ok)pthread_cond_wait(&c,&m);pthread_mutex_unlock(&m);pthread_mutex_unlock(&m);return a;}
int main(void){pthread_mutexattr_t a;pthread_mutexattr_init(&a);pthread_mutexattr_settype(&a,PTHREAD_MUTEX_RECURSIVE);
 pthread_mutex_init(&m,&a);
 pthread_t t;pthread_create(&t,0,f,0);pthread_mutex_lock(&m);ok=1;pthread_cond_signal(&c);pthread_mutex_unlock(&m);pthread_join(t,0);return 0;}
