// SPDX-License-Identifier: Apache-2.0
#include "short.h"
pthread_mutex_t m; int x;
F(w){LOCK(m);x=1;return 0;}
F(v){int r=pthread_mutex_lock(&m);if(r==EOWNERDEAD){UNLOCK(m);}else if(r==0)UNLOCK(m);return 0;}
int main(void){pthread_mutexattr_t a;pthread_mutexattr_init(&a);pthread_mutexattr_setrobust(&a,PTHREAD_MUTEX_ROBUST);pthread_mutex_init(&m,&a);
GO(t,w);GO(u,v);J(t);J(u);int r=pthread_mutex_lock(&m);assert(r!=ENOTRECOVERABLE);pthread_mutex_consistent(&m);UNLOCK(m);return 0;}
