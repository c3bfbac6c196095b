// SPDX-License-Identifier: Apache-2.0
#include "short.h"
pthread_mutex_t m; int x;
F(w){LOCK(m);x++;UNLOCK(m);return 0;}
int main(void){pthread_mutexattr_t a;pthread_mutexattr_init(&a);pthread_mutexattr_settype(&a,PTHREAD_MUTEX_RECURSIVE);pthread_mutex_init(&m,&a);
GO(t,w);LOCK(m);LOCK(m);x++;UNLOCK(m);J(t);UNLOCK(m);return 0;}
