// SPDX-License-Identifier: Apache-2.0
#include "short.h"
#include <strings.h>
pthread_mutexattr_t a;pthread_mutex_t m;
F(noop){return 0;}
F(w){pthread_mutex_init(&m,&a);return 0;}
int main(void){pthread_mutexattr_init(&a);GO(t,w);pthread_mutexattr_settype(&a,PTHREAD_MUTEX_RECURSIVE);J(t);return 0;}
