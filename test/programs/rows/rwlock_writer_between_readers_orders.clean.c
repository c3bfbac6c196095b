// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>
pthread_rwlock_t l=PTHREAD_RWLOCK_INITIALIZER; int x; atomic_int g,h;
void*a1(void*a){ pthread_rwlock_rdlock(&l); x=1; atomic_store_explicit(&g,1,memory_order_relaxed); pthread_rwlock_unlock(&l); return 0;}
void*a2(void*a){ pthread_rwlock_wrlock(&l); if(atomic_load_explicit(&g,memory_order_relaxed)) atomic_store_explicit(&h,1,memory_order_relaxed); pthread_rwlock_unlock(&l); return 0;}
int main(){ pthread_t t,u; pthread_create(&t,0,a1,0); pthread_create(&u,0,a2,0); pthread_rwlock_rdlock(&l); int r=1; if(atomic_load_explicit(&h,memory_order_relaxed)) r=x; pthread_rwlock_unlock(&l); pthread_join(t,0); pthread_join(u,0); return r-1;}
