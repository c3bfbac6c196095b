// SPDX-License-Identifier: Apache-2.0
#include "words.h"
pthread_rwlock_t l=PTHREAD_RWLOCK_INITIALIZER;
T(f){struct timespec ts={1,0};int r=pthread_rwlock_timedwrlock(&l,&ts);assert(r==ETIMEDOUT);r=pthread_rwlock_timedrdlock(&l,&ts);assert(r==0);pthread_rwlock_unlock(&l);return 0;}
int main(){pthread_t s;pthread_rwlock_rdlock(&l);GO(s,f,0);JOIN(s);pthread_rwlock_unlock(&l);pthread_rwlock_destroy(&l);}
