// SPDX-License-Identifier: Apache-2.0
#include "words.h"
pthread_rwlock_t l=PTHREAD_RWLOCK_INITIALIZER;
int main(){pthread_rwlock_wrlock(&l);assert(pthread_rwlock_rdlock(&l)==EDEADLK);assert(pthread_rwlock_wrlock(&l)==EDEADLK);assert(pthread_rwlock_tryrdlock(&l)==EBUSY);pthread_rwlock_unlock(&l);assert(pthread_rwlock_tryrdlock(&l)==0);assert(pthread_rwlock_trywrlock(&l)==EBUSY);pthread_rwlock_unlock(&l);}
