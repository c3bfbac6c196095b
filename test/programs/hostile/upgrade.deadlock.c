// SPDX-License-Identifier: Apache-2.0
#include "words.h"
pthread_rwlock_t l=PTHREAD_RWLOCK_INITIALIZER;
T(f){pthread_rwlock_rdlock(&l);pthread_rwlock_wrlock(&l);pthread_rwlock_unlock(&l);return 0;}
int main(){pthread_t s;GO(s,f,0);JOIN(s);}
