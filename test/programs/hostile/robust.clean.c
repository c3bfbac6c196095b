// SPDX-License-Identifier: Apache-2.0
#include "words.h"
pthread_mutex_t m;int x;
T(f){int r=LK(&m);if(r==EOWNERDEAD){pthread_mutex_consistent(&m);}else assert(!r);x++;if(p)UL(&m);return 0;}
int main(){pthread_mutexattr_t a;pthread_mutexattr_init(&a);pthread_mutexattr_setrobust(&a,PTHREAD_MUTEX_ROBUST);pthread_mutex_init(&m,&a);
pthread_t s,t;GO(s,f,0);GO(t,f,(void*)1);JOIN(s);JOIN(t);assert(x==2);int r=LK(&m);assert(r==0||r==EOWNERDEAD);if(r)pthread_mutex_consistent(&m);UL(&m);pthread_mutex_destroy(&m);}
