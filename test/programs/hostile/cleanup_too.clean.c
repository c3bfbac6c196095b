// SPDX-License-Identifier: Apache-2.0
// right: pthread_exit runs cleanup that unlocks.
#include <pthread.h>
static pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;int n;
static void un(void*p){pthread_mutex_unlock(p);}
static void*f(void*p){pthread_mutex_lock(&m);pthread_cleanup_push(un,&m);n++;pthread_exit(0);pthread_cleanup_pop(0);return p;}
int main(void){pthread_t t,u;pthread_create(&t,0,f,0);pthread_create(&u,0,f,0);pthread_join(t,0);pthread_join(u,0);return n!=2;}
