// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <errno.h>
#include <assert.h>
pthread_mutex_t m; pthread_cond_t c=PTHREAD_COND_INITIALIZER; int ready;
void*f(void*a){ int r=pthread_mutex_lock(&m); assert(r==0||r==EOWNERDEAD); if(r) pthread_mutex_consistent(&m); ready=1; pthread_cond_signal(&c); return 0; /* dies holding */ }
int main(){ pthread_mutexattr_t a; pthread_mutexattr_init(&a); pthread_mutexattr_setrobust(&a,PTHREAD_MUTEX_ROBUST); pthread_mutex_init(&m,&a);
 pthread_t t; pthread_create(&t,0,f,0); int r=pthread_mutex_lock(&m); assert(r==0||r==EOWNERDEAD); if(r) pthread_mutex_consistent(&m);
 while(!ready){ r=pthread_cond_wait(&c,&m); if(r==EOWNERDEAD) pthread_mutex_consistent(&m); else assert(r==0);} 
 pthread_mutex_unlock(&m); pthread_join(t,0); return 0;}
