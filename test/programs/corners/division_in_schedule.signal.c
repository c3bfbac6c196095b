// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>
atomic_int d = 1; volatile int q;
void *f(void *p) { q = 10 / atomic_load(&d); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); atomic_store(&d, 0); atomic_store(&d, 2); pthread_join(t, 0); }
