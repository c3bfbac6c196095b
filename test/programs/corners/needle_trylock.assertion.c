// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER; atomic_int s;
void *t1(void *p) { pthread_mutex_lock(&m); pthread_mutex_lock(&n); pthread_mutex_unlock(&m); pthread_mutex_unlock(&n); return p; }
void *t2(void *p) { int k = 0; if (pthread_mutex_trylock(&m) == 0) { if (pthread_mutex_trylock(&n) != 0) k = 1; else pthread_mutex_unlock(&n); pthread_mutex_unlock(&m); } assert(!k); return p; }
int main(void) { pthread_t t, u; pthread_create(&t, 0, t1, 0); pthread_create(&u, 0, t2, 0); pthread_join(t, 0); pthread_join(u, 0); }
