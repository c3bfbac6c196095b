// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
pthread_rwlock_t l=PTHREAD_RWLOCK_INITIALIZER; int x;
void*f(void*p){ pthread_rwlock_wrlock(&l); pthread_rwlock_wrlock(&l); x++; pthread_rwlock_unlock(&l); pthread_rwlock_unlock(&l); return 0; }
int main(){ pthread_t t; pthread_create(&t,0,f,0); pthread_join(t,0); return 0; }
