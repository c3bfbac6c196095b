// SPDX-License-Identifier: Apache-2.0
#include "short.h"
pthread_mutex_t m;pthread_cond_t c=PTHREAD_COND_INITIALIZER;int f;
F(w){LOCK(m);f=1;pthread_cond_signal(&c);UNLOCK(m);return 0;}
int main(void){pthread_mutexattr_t a;pthread_mutexattr_init(&a);pthread_mutexattr_settype(&a,PTHREAD_MUTEX_RECURSIVE);pthread_mutex_init(&m,&a);GO(t,w);LOCK(m);LOCK(m);while(!f)pthread_cond_wait(&c,&m);UNLOCK(m);UNLOCK(m);J(t);return 0;}
