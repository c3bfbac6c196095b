// SPDX-License-Identifier: Apache-2.0
// wrong: recursive lock per round: after 3 rounds only once unlocked
#include <pthread.h>
#include <stdatomic.h>
atomic_int flag;static pthread_mutex_t m;
static void*f(void*p){while(!flag)pthread_mutex_lock(&m);if(pthread_mutex_trylock(&m)==0)pthread_mutex_unlock(&m);pthread_mutex_unlock(&m);return p;}
int main(void){pthread_mutexattr_t a;pthread_mutexattr_init(&a);pthread_mutexattr_settype(&a,PTHREAD_MUTEX_RECURSIVE);pthread_mutex_init(&m,&a);pthread_t t;pthread_create(&t,0,f,0);flag=1;pthread_join(t,0);pthread_mutex_lock(&m);return 0;}
