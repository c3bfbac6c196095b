// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <errno.h>
#include <assert.h>
pthread_mutex_t m;
void*f(void*a){ int r=pthread_mutex_lock(&m); if(r==EOWNERDEAD) { assert(pthread_mutex_consistent(&m)==0);} else assert(r==0); assert(pthread_mutex_trylock(&m)==EDEADLK); assert(pthread_mutex_consistent(&m)==EINVAL); return 0;}
int main(){ pthread_mutexattr_t a; pthread_mutexattr_init(&a); pthread_mutexattr_setrobust(&a,PTHREAD_MUTEX_ROBUST); pthread_mutexattr_settype(&a,PTHREAD_MUTEX_ERRORCHECK); pthread_mutex_init(&m,&a);
 pthread_t t,u; pthread_create(&t,0,f,0); pthread_create(&u,0,f,0); pthread_join(t,0); pthread_join(u,0); assert(pthread_mutex_lock(&m)==EOWNERDEAD); pthread_mutex_consistent(&m); pthread_mutex_unlock(&m); return 0;}
