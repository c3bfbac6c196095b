// SPDX-License-Identifier: Apache-2.0
#include "short.h"
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER; int x;
F(w){LOCK(m);x++;UNLOCK(m);return 0;}
int main(void){GO(t,w);while(pthread_mutex_trylock(&m)!=0)sched_yield();x++;UNLOCK(m);J(t);assert(x==2);return 0;}
