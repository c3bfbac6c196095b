// SPDX-License-Identifier: Apache-2.0
// right: timed rdlock on writer-preferring lock: gives up
#define _GNU_SOURCE
#include <pthread.h>
#include <time.h>
pthread_rwlock_t l=PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;int v;
static void*f(void*p){pthread_rwlock_rdlock(&l);struct timespec t={1,0};int r=pthread_rwlock_timedrdlock(&l,&t);int x=v;if(!r)pthread_rwlock_unlock(&l);pthread_rwlock_unlock(&l);return (void*)(long)(x>1);}
static void*g(void*p){pthread_rwlock_wrlock(&l);v=1;pthread_rwlock_unlock(&l);return p;}
int main(void){pthread_t t,u;void*r;pthread_create(&t,0,f,0);pthread_create(&u,0,g,0);pthread_join(t,&r);pthread_join(u,0);return r!=0;}
