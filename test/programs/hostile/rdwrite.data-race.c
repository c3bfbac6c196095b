// SPDX-License-Identifier: Apache-2.0
#include "words.h"
pthread_rwlock_t l=PTHREAD_RWLOCK_INITIALIZER;int x;
T(f){pthread_rwlock_rdlock(&l);x++;pthread_rwlock_unlock(&l);return 0;}
int main(){pthread_t s,t;GO(s,f,0);GO(t,f,0);JOIN(s);JOIN(t);}
