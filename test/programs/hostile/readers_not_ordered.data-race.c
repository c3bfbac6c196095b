// SPDX-License-Identifier: Apache-2.0
#include "words.h"
pthread_rwlock_t l=PTHREAD_RWLOCK_INITIALIZER;int x;atomic_int done;
T(f){x=1;pthread_rwlock_rdlock(&l);pthread_rwlock_unlock(&l);ST(&done,1,RLX);return 0;}
T(g){while(!LD(&done,RLX));pthread_rwlock_rdlock(&l);pthread_rwlock_unlock(&l);x=2;return 0;}
int main(){pthread_t s,t;GO(s,f,0);GO(t,g,0);JOIN(s);JOIN(t);}
