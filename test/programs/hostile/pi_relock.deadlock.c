// SPDX-License-Identifier: Apache-2.0
#include "words.h"
pthread_mutex_t m;
T(f){LK(&m);LK(&m);return 0;}
int main(){pthread_mutexattr_t a;pthread_mutexattr_init(&a);pthread_mutexattr_setprotocol(&a,PTHREAD_PRIO_INHERIT);pthread_mutex_init(&m,&a);pthread_t s;GO(s,f,0);JOIN(s);}
