// SPDX-License-Identifier: Apache-2.0
#include "short.h"
pthread_mutex_t m;int x;
F(w){LOCK(m);x++;UNLOCK(m);return 0;}
int main(void){pthread_mutexattr_t a;pthread_mutexattr_init(&a);pthread_mutexattr_setprotocol(&a,PTHREAD_PRIO_INHERIT);pthread_mutexattr_setpshared(&a,PTHREAD_PROCESS_SHARED);pthread_mutex_init(&m,&a);GO(t,w);w(0);J(t);assert(x==2);return 0;}
