// SPDX-License-Identifier: Apache-2.0
// right: opposite orders under a gate lock
#include <pthread.h>
pthread_mutex_t g=PTHREAD_MUTEX_INITIALIZER,a=PTHREAD_MUTEX_INITIALIZER,b=PTHREAD_MUTEX_INITIALIZER;
static void*f(void*p){pthread_mutex_lock(&g);pthread_mutex_lock(&a);pthread_mutex_lock(&b);pthread_mutex_unlock(&b);pthread_mutex_unlock(&a);pthread_mutex_unlock(&g);return p;}
static void*h(void*p){pthread_mutex_lock(&g);pthread_mutex_lock(&b);pthread_mutex_lock(&a);pthread_mutex_unlock(&a);pthread_mutex_unlock(&b);pthread_mutex_unlock(&g);return p;}
int main(void){pthread_t t,u;pthread_create(&t,0,f,0);pthread_create(&u,0,h,0);pthread_join(t,0);pthread_join(u,0);return 0;}
