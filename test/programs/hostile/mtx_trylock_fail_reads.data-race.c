// SPDX-License-Identifier: Apache-2.0
#include "short.h"
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER; int x;
F(w){LOCK(m);x=1;UNLOCK(m);return 0;}
int main(void){GO(t,w);if(pthread_mutex_trylock(&m)==0){x=2;UNLOCK(m);}else{x=3;}J(t);return 0;}
