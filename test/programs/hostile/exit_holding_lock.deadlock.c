// SPDX-License-Identifier: Apache-2.0
#include "short.h"
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;int x;
F(w){LOCK(m);x++;pthread_exit(0);}
int main(void){GO(t,w);J(t);LOCK(m);x++;UNLOCK(m);return 0;}
