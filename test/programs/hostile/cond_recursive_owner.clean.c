// SPDX-License-Identifier: Apache-2.0
#include "words.h"
pthread_mutex_t m=PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;pthread_cond_t c=PTHREAD_COND_INITIALIZER;int r;
T(f){LK(&m);r=1;pthread_cond_signal(&c);UL(&m);return 0;}
int main(){pthread_t s;LK(&m);GO(s,f,0);while(!r)pthread_cond_wait(&c,&m);UL(&m);JOIN(s);}
