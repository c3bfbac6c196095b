// SPDX-License-Identifier: Apache-2.0
#include "short.h"
pthread_mutex_t m; int x;
F(w){LOCK(m);x=1;return 0;}
int main(void){pthread_mutexattr_t a;pthread_mutexattr_init(&a);pthread_mutexattr_setrobust(&a,PTHREAD_MUTEX_ROBUST);pthread_mutex_init(&m,&a);
GO(t,w);int r=pthread_mutex_lock(&m);
if(r==EOWNERDEAD){assert(x==1);pthread_mutex_consistent(&m);UNLOCK(m);J(t);}
else{assert(r==0);x=0;UNLOCK(m);J(t);assert(pthread_mutex_lock(&m)==EOWNERDEAD);pthread_mutex_consistent(&m);UNLOCK(m);}
pthread_mutex_destroy(&m);return 0;}
