// SPDX-License-Identifier: Apache-2.0
#include "short.h"
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER,n=PTHREAD_MUTEX_INITIALIZER;pthread_cond_t c=PTHREAD_COND_INITIALIZER;int f,g;
F(w){LOCK(m);while(!f)pthread_cond_wait(&c,&m);UNLOCK(m);return 0;}
F(v){LOCK(n);while(!g)pthread_cond_wait(&c,&n);UNLOCK(n);return 0;}
int main(void){GO(t,w);GO(u,v);LOCK(m);f=1;UNLOCK(m);LOCK(n);g=1;UNLOCK(n);pthread_cond_broadcast(&c);J(t);J(u);return 0;}
