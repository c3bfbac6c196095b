// SPDX-License-Identifier: Apache-2.0
#include "words.h"
pthread_rwlock_t l=PTHREAD_RWLOCK_INITIALIZER;atomic_int n,mx;
T(f){pthread_rwlock_rdlock(&l);int k=++n;if(k>mx)mx=k;n--;pthread_rwlock_unlock(&l);return 0;}
int main(){pthread_t s,t;GO(s,f,0);GO(t,f,0);JOIN(s);JOIN(t);assert(mx<2);}
