// SPDX-License-Identifier: Apache-2.0
#include "words.h"
pthread_mutex_t m=PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;int x;
T(f){int r=LK(&m);assert(!r);assert(LK(&m)==EDEADLK);assert(pthread_mutex_trylock(&m)==EBUSY);x++;assert(UL(&m)==0);assert(UL(&m)==EPERM);return 0;}
int main(){pthread_t s,t;GO(s,f,0);GO(t,f,0);JOIN(s);JOIN(t);assert(x==2);}
