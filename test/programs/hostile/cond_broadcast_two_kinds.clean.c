// SPDX-License-Identifier: Apache-2.0
#include "short.h"
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c=PTHREAD_COND_INITIALIZER; int a,b;
F(w){LOCK(m);while(!a)pthread_cond_wait(&c,&m);UNLOCK(m);return 0;}
F(v){LOCK(m);while(!b)pthread_cond_wait(&c,&m);UNLOCK(m);return 0;}
int main(void){GO(t,w);GO(u,v);LOCK(m);a=1;pthread_cond_broadcast(&c);UNLOCK(m);LOCK(m);b=1;pthread_cond_broadcast(&c);UNLOCK(m);J(t);J(u);return 0;}
