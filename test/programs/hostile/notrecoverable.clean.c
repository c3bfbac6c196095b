// SPDX-License-Identifier: Apache-2.0
#include "words.h"
pthread_mutex_t m;
T(f){LK(&m);return 0;}
T(g){int r=LK(&m);if(r==ENOTRECOVERABLE)return 0;assert(r==EOWNERDEAD);UL(&m);return 0;}
int main(){pthread_mutexattr_t a;pthread_mutexattr_init(&a);pthread_mutexattr_setrobust(&a,PTHREAD_MUTEX_ROBUST);pthread_mutex_init(&m,&a);
pthread_t s,t,u;GO(s,f,0);JOIN(s);GO(t,g,0);GO(u,g,0);JOIN(t);JOIN(u);assert(LK(&m)==ENOTRECOVERABLE);}
