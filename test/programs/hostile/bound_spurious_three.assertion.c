// SPDX-License-Identifier: Apache-2.0
#include "short.h"
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;pthread_cond_t c=PTHREAD_COND_INITIALIZER;int f;
F(w){LOCK(m);f=1;pthread_cond_signal(&c);UNLOCK(m);return 0;}
int main(void){GO(t,w);int n=0;LOCK(m);while(!f){pthread_cond_wait(&c,&m);n++;}UNLOCK(m);assert(n<4);J(t);return 0;}
