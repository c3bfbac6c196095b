// SPDX-License-Identifier: Apache-2.0
#include "short.h"
int main(void){pthread_mutexattr_t a;pthread_mutexattr_init(&a);pthread_mutexattr_settype(&a,PTHREAD_MUTEX_ERRORCHECK);pthread_mutex_t m;pthread_mutex_init(&m,&a);
assert(pthread_mutex_unlock(&m)==EPERM);LOCK(m);assert(pthread_mutex_lock(&m)==EDEADLK);UNLOCK(m);pthread_mutex_destroy(&m);return 0;}
