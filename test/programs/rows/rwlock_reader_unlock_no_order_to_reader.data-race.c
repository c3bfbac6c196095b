// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>
pthread_rwlock_t l=PTHREAD_RWLOCK_INITIALIZER; int x; atomic_int g;
void*w(void*a){ pthread_rwlock_rdlock(&l); x=1; atomic_store_explicit(&g,1,memory_order_relaxed); pthread_rwlock_unlock(&l); return 0;}
int main(){ pthread_t t; pthread_create(&t,0,w,0); int r=0; pthread_rwlock_rdlock(&l); if(atomic_load_explicit(&g,memory_order_relaxed)) r=x; pthread_rwlock_unlock(&l); pthread_join(t,0); return r>1;}
