// SPDX-License-Identifier: Apache-2.0
// wrong: try-lock with backoff that never releases the first when failing -> both spin for ever
#include <pthread.h>
#include <sched.h>
pthread_mutex_t a=PTHREAD_MUTEX_INITIALIZER,b=PTHREAD_MUTEX_INITIALIZER;
static void*f(void*p){pthread_mutex_lock(&a);while(pthread_mutex_trylock(&b))sched_yield();pthread_mutex_unlock(&b);pthread_mutex_unlock(&a);return p;}
static void*g(void*p){pthread_mutex_lock(&b);while(pthread_mutex_trylock(&a))sched_yield();pthread_mutex_unlock(&a);pthread_mutex_unlock(&b);return p;}
int main(void){pthread_t t,u;pthread_create(&t,0,f,0);pthread_create(&u,0,g,0);pthread_join(t,0);pthread_join(u,0);return 0;}
