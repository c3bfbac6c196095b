// SPDX-License-Identifier: Apache-2.0
#include "words.h"
pthread_mutex_t m;
T(f){LK(&m);return 0;}
T(g){int r=LK(&m);assert(r==0);UL(&m);return 0;}
int main(){pthread_mutexattr_t a;pthread_mutexattr_init(&a);pthread_mutexattr_setrobust(&a,PTHREAD_MUTEX_ROBUST);pthread_mutex_init(&m,&a);
pthread_t s,t;GO(s,f,0);GO(t,g,0);JOIN(s);JOIN(t);}
