// SPDX-License-Identifier: Apache-2.0
// right: mutexattr getters, prioceiling
#include <pthread.h>
int main(void){pthread_mutexattr_t a;pthread_mutexattr_init(&a);int t,r,p,s;pthread_mutexattr_settype(&a,PTHREAD_MUTEX_RECURSIVE);pthread_mutexattr_gettype(&a,&t);pthread_mutexattr_getrobust(&a,&r);pthread_mutexattr_getprotocol(&a,&p);pthread_mutexattr_getpshared(&a,&s);pthread_mutexattr_destroy(&a);return t!=PTHREAD_MUTEX_RECURSIVE||r!=PTHREAD_MUTEX_STALLED||p!=PTHREAD_PRIO_NONE||s!=PTHREAD_PROCESS_PRIVATE;}
