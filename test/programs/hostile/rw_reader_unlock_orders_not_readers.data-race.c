// SPDX-License-Identifier: Apache-2.0
#include "short.h"
pthread_rwlock_t l=PTHREAD_RWLOCK_INITIALIZER; int x; atomic_int f;
F(w){pthread_rwlock_rdlock(&l);x=1;ST(f,1,RLX);pthread_rwlock_unlock(&l);return 0;}
int main(void){GO(a,w);while(!LD(f,RLX));pthread_rwlock_rdlock(&l);volatile int v=x;pthread_rwlock_unlock(&l);J(a);return 0;}
