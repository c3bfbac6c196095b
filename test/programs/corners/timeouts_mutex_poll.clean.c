// SPDX-License-Identifier: Apache-2.0
#include "short.h"
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;int f;
F(w){LOCK(m);f=1;UNLOCK(m);return 0;}
int main(void){GO(t,w);for(;;){LOCK(m);int v=f;UNLOCK(m);if(v)break;usleep(1);}J(t);return 0;}
