// SPDX-License-Identifier: Apache-2.0
#include "short.h"
pthread_rwlock_t l; int x;
F(w){pthread_rwlock_wrlock(&l);x=1;pthread_rwlock_unlock(&l);return 0;}
int main(void){pthread_rwlockattr_t a;pthread_rwlockattr_init(&a);pthread_rwlockattr_setkind_np(&a,PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);pthread_rwlock_init(&l,&a);
GO(t,w);pthread_rwlock_rdlock(&l);pthread_rwlock_rdlock(&l);pthread_rwlock_unlock(&l);pthread_rwlock_unlock(&l);J(t);return 0;}
