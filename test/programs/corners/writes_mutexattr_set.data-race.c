// SPDX-License-Identifier: Apache-2.0
#include "short.h"
#include <strings.h>
pthread_mutexattr_t a;
F(noop){return 0;}
F(w){pthread_mutexattr_settype(&a,PTHREAD_MUTEX_RECURSIVE);return 0;}
int main(void){pthread_mutexattr_init(&a);GO(t,w);volatile long k=(long)(*(char*)&a);J(t);return 0;}
