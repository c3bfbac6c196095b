// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
pthread_mutex_t m; int x;
void*f(void*p){ pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return 0; }
int main(){ pthread_mutexattr_t a; pthread_mutexattr_init(&a); pthread_mutexattr_setprotocol(&a,PTHREAD_PRIO_INHERIT); pthread_mutexattr_setpshared(&a,PTHREAD_PROCESS_SHARED); pthread_mutexattr_settype(&a,PTHREAD_MUTEX_RECURSIVE); pthread_mutex_init(&m,&a); pthread_t t; pthread_create(&t,0,f,0); pthread_mutex_lock(&m); f(0); pthread_mutex_unlock(&m); pthread_join(t,0); return x-2; }
