// SPDX-License-Identifier: Apache-2.0
#include "words.h"
pthread_mutex_t m;pthread_cond_t c=PTHREAD_COND_INITIALIZER;int r;
T(f){LK(&m);r=1;pthread_cond_signal(&c);return 0;}
int main(){pthread_mutexattr_t a;pthread_mutexattr_init(&a);pthread_mutexattr_setrobust(&a,PTHREAD_MUTEX_ROBUST);pthread_mutex_init(&m,&a);pthread_t s;int e=LK(&m);if(e==EOWNERDEAD)pthread_mutex_consistent(&m);GO(s,f,0);while(!r){e=pthread_cond_wait(&c,&m);if(e==EOWNERDEAD)pthread_mutex_consistent(&m);else assert(!e);}UL(&m);JOIN(s);}
