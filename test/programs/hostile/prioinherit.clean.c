// SPDX-License-Identifier: Apache-2.0
#include "words.h"
pthread_mutex_t m;int x;
T(f){LK(&m);x++;UL(&m);return 0;}
int main(){pthread_mutexattr_t a;pthread_mutexattr_init(&a);pthread_mutexattr_setprotocol(&a,PTHREAD_PRIO_INHERIT);pthread_mutex_init(&m,&a);pthread_t s,t;GO(s,f,0);GO(t,f,0);JOIN(s);JOIN(t);assert(x==2);}
