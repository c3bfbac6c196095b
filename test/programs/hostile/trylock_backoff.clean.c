// SPDX-License-Identifier: Apache-2.0
// right: backs off (livelock only under unfair schedule)
#include <pthread.h>
#include <sched.h>
pthread_mutex_t a=PTHREAD_MUTEX_INITIALIZER,b=PTHREAD_MUTEX_INITIALIZER;int n;
static void lk(pthread_mutex_t*x,pthread_mutex_t*y){for(;;){pthread_mutex_lock(x);if(!pthread_mutex_trylock(y))return;pthread_mutex_unlock(x);sched_yield();}}
static void*f(void*p){lk(&a,&b);n++;pthread_mutex_unlock(&b);pthread_mutex_unlock(&a);return p;}
static void*g(void*p){lk(&b,&a);n++;pthread_mutex_unlock(&a);pthread_mutex_unlock(&b);return p;}
int main(void){pthread_t t,u;pthread_create(&t,0,f,0);pthread_create(&u,0,g,0);pthread_join(t,0);pthread_join(u,0);return n!=2;}
