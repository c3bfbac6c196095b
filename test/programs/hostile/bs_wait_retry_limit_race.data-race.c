// SPDX-License-Identifier: Apache-2.0
#include "short.h"
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;pthread_cond_t c=PTHREAD_COND_INITIALIZER;int f,d;
F(w){d=1;LOCK(m);f=1;pthread_cond_signal(&c);UNLOCK(m);return 0;}
int main(void){GO(t,w);LOCK(m);for(int n=0;!f&&n<6;n++)pthread_cond_wait(&c,&m);UNLOCK(m);d=2;J(t);return 0;}
