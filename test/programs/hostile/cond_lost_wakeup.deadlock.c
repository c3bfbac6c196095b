// SPDX-License-Identifier: Apache-2.0
#include "short.h"
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c=PTHREAD_COND_INITIALIZER; atomic_int f;
F(w){f=1;pthread_cond_signal(&c);return 0;}
int main(void){GO(t,w);LOCK(m);while(!f)pthread_cond_wait(&c,&m);UNLOCK(m);J(t);return 0;}
