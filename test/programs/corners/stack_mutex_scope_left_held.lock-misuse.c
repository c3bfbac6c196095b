// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>
atomic_int n;
__attribute__((noinline)) void g(int k) { pthread_mutex_t m; pthread_mutex_init(&m, 0); pthread_mutex_lock(&m); if (!k) pthread_mutex_unlock(&m); }
void *f(void *p) { g(atomic_fetch_add(&n, 1) == 5); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); atomic_store(&n, 5); pthread_join(t, 0); }
