// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
#include <stdatomic.h>
atomic_int n;
void *f(void *p) { if (atomic_load(&n) == 1) _Exit(3); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); atomic_store(&n, 1); atomic_store(&n, 2); pthread_join(t, 0); }
