// SPDX-License-Identifier: Apache-2.0
// wrong: error of second lock ignored, then unlocked twice: between them n is unprotected.
#include <pthread.h>
static pthread_mutex_t m; static int n;
static void*f(void*a){pthread_mutex_lock(&m);pthread_mutex_lock(&m);n++;pthread_mutex_unlock(&m);n++;pthread_mutex_unlock(&m);return a;}
int main(void){pthread_mutexattr_t a;pthread_mutexattr_init(&a);pthread_mutexattr_settype(&a,PTHREAD_MUTEX_ERRORCHECK);
 pthread_mutex_init(&m,&a);
 pthread_t t,u;pthread_create(&t,0,f,0);pthread_create(&u,0,f,0);pthread_join(t,0);pthread_join(u,0);return 0;}
