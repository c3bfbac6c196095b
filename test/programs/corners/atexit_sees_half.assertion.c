// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
#include <assert.h>
#include <stdatomic.h>
atomic_int a, b;
void h(void) { assert(atomic_load(&a) == atomic_load(&b)); }
void *f(void *p) { atomic_store(&a, 1); atomic_store(&b, 1); return p; }
int main(void) { atexit(h); pthread_t t; pthread_create(&t, 0, f, 0); pthread_detach(t); return 0; }
