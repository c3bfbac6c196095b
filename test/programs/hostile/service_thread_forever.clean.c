// SPDX-License-Identifier: Apache-2.0
#include "short.h"
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;pthread_cond_t c=PTHREAD_COND_INITIALIZER;int q;
F(w){LOCK(m);for(;;){while(!q)pthread_cond_wait(&c,&m);q--;}return 0;}
int main(void){GO(t,w);pthread_detach(t);LOCK(m);q++;pthread_cond_signal(&c);UNLOCK(m);return 0;}
