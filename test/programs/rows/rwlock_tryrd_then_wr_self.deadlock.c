// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
pthread_rwlock_t l=PTHREAD_RWLOCK_INITIALIZER; int x;
void*w(void*a){ pthread_rwlock_wrlock(&l); x++; pthread_rwlock_unlock(&l); return 0;}
int main(){ pthread_t t; pthread_create(&t,0,w,0); if(pthread_rwlock_tryrdlock(&l)==0){ if(x) pthread_rwlock_wrlock(&l); pthread_rwlock_unlock(&l);} pthread_join(t,0); return 0;}
