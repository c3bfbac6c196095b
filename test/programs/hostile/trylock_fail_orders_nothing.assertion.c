// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <assert.h>
int x; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *f(void *u) { __atomic_store_n(&x, 1, __ATOMIC_RELAXED); pthread_mutex_lock(&m); pthread_mutex_unlock(&m); return u; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); if (pthread_mutex_trylock(&m)) assert(__atomic_load_n(&x, __ATOMIC_RELAXED)); else pthread_mutex_unlock(&m); pthread_join(t, 0); return 0; }
