// SPDX-License-Identifier: Apache-2.0
// wrong: two readers under read lock: one reader's unlock does not order with the other's read lock; plain n handed via relaxed flag.
#include <pthread.h>
#include <stdatomic.h>
static pthread_rwlock_t l=PTHREAD_RWLOCK_INITIALIZER;static int d;static atomic_int fl;
static void*f(void*a){pthread_rwlock_rdlock(&l);d=1;atomic_store_explicit(&fl,1,memory_order_relaxed);pthread_rwlock_unlock(&l);return a;}
static void*g(void*a){pthread_rwlock_rdlock(&l);if(atomic_load_explicit(&fl,memory_order_relaxed))d++;pthread_rwlock_unlock(&l);return a;}
int main(void){pthread_t t,u;pthread_create(&t,0,f,0);pthread_create(&u,0,g,0);pthread_join(t,0);pthread_join(u,0);return 0;}
