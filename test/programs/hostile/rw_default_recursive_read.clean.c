// SPDX-License-Identifier: Apache-2.0
#include "short.h"
pthread_rwlock_t l=PTHREAD_RWLOCK_INITIALIZER; int x;
F(w){pthread_rwlock_wrlock(&l);x=1;pthread_rwlock_unlock(&l);return 0;}
int main(void){GO(t,w);pthread_rwlock_rdlock(&l);pthread_rwlock_rdlock(&l);pthread_rwlock_unlock(&l);pthread_rwlock_unlock(&l);J(t);return 0;}
