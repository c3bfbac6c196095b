// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; _Atomic(int *) p;
int *get(void) { int *q = atomic_load_explicit(&p, memory_order_acquire); if (!q) { pthread_mutex_lock(&m); q = atomic_load_explicit(&p, memory_order_relaxed); if (!q) { q = malloc(4); *q = 3; atomic_store_explicit(&p, q, memory_order_release); } pthread_mutex_unlock(&m); } return q; }
void *f(void *a) { return *get() == 3 ? a : (void *)1; }
int main(void) { pthread_t t; void *r; pthread_create(&t, 0, f, 0); int v = *get(); pthread_join(t, &r); return r || v != 3; }
