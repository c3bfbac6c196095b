// SPDX-License-Identifier: Apache-2.0
// flags: -latomic
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
typedef struct { long a, b; } P; _Atomic P p;
void *f(void *u) { P q = {1, 1}; atomic_store(&p, q); return u; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); P r = atomic_load(&p); assert(r.a == r.b); pthread_join(t, 0); return 0; }
