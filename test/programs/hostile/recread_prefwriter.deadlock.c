// SPDX-License-Identifier: Apache-2.0
#include "words.h"
pthread_rwlock_t l;
T(f){pthread_rwlock_rdlock(&l);pthread_rwlock_rdlock(&l);pthread_rwlock_unlock(&l);pthread_rwlock_unlock(&l);return 0;}
T(g){pthread_rwlock_wrlock(&l);pthread_rwlock_unlock(&l);return 0;}
int main(){pthread_rwlockattr_t a;pthread_rwlockattr_init(&a);pthread_rwlockattr_setkind_np(&a,PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);pthread_rwlock_init(&l,&a);pthread_t s,t;GO(s,f,0);GO(t,g,0);JOIN(s);JOIN(t);}
