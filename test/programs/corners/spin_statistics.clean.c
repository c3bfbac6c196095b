// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>
atomic_int l; int x; _Thread_local long spins; long total;
void *f(void *p) { int e = 0; while (!atomic_compare_exchange_weak(&l, &e, 1)) { e = 0; spins++; } x++; total += spins; atomic_store(&l, 0); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); f(0); pthread_join(t, 0); return x - 2; }
