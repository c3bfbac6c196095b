// SPDX-License-Identifier: Apache-2.0
#include "short.h"
pthread_rwlock_t l=PTHREAD_RWLOCK_INITIALIZER;int x;
F(w){while(pthread_rwlock_trywrlock(&l))sched_yield();x++;pthread_rwlock_unlock(&l);return 0;}
int main(void){GO(t,w);while(pthread_rwlock_tryrdlock(&l))sched_yield();volatile int v=x;pthread_rwlock_unlock(&l);J(t);return 0;}
