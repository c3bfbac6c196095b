// SPDX-License-Identifier: Apache-2.0
#include "short.h"
pthread_mutex_t g=PTHREAD_MUTEX_INITIALIZER,a=PTHREAD_MUTEX_INITIALIZER,b=PTHREAD_MUTEX_INITIALIZER;
F(w){LOCK(g);LOCK(a);LOCK(b);UNLOCK(b);UNLOCK(a);UNLOCK(g);return 0;}
int main(void){GO(t,w);LOCK(g);LOCK(b);LOCK(a);UNLOCK(a);UNLOCK(b);UNLOCK(g);J(t);return 0;}
