// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <time.h>
#include <assert.h>
pthread_mutex_t m=PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP; int x;
void*f(void*a){ struct timespec t={0,0}; pthread_mutex_lock(&m); assert(pthread_mutex_timedlock(&m,&t)==0); x++; pthread_mutex_unlock(&m); x++; pthread_mutex_unlock(&m); return 0;}
int main(){ pthread_t t,u; pthread_create(&t,0,f,0); pthread_create(&u,0,f,0); pthread_join(t,0); pthread_join(u,0); return x-4;}
