// SPDX-License-Identifier: Apache-2.0
#include "short.h"
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;
F(w){LOCK(m);sched_yield();UNLOCK(m);return 0;}
int main(void){GO(t,w);int n=0;while(pthread_mutex_trylock(&m)){n++;assert(n<12);}UNLOCK(m);J(t);return 0;}
