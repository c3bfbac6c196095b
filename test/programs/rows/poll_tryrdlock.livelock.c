// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>
pthread_rwlock_t l=PTHREAD_RWLOCK_INITIALIZER; atomic_int go;
void*f(void*p){ pthread_rwlock_wrlock(&l); while(!go); pthread_rwlock_unlock(&l); return 0; }
int main(){ pthread_t t; pthread_create(&t,0,f,0); while(pthread_rwlock_tryrdlock(&l)); go=1; pthread_rwlock_unlock(&l); pthread_join(t,0); return 0; }
