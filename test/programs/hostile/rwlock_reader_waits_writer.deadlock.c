// SPDX-License-Identifier: Apache-2.0
#include "short.h"
pthread_rwlock_t l=PTHREAD_RWLOCK_INITIALIZER;
F(w){pthread_rwlock_wrlock(&l);pthread_rwlock_unlock(&l);return 0;}
int main(void){GO(t,w);pthread_rwlock_rdlock(&l);J(t);pthread_rwlock_unlock(&l);return 0;}
