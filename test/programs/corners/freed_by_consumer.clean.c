// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
#include <stdatomic.h>
_Atomic(int *) box;
void *f(void *p) { int *q = malloc(4); *q = 3; atomic_store_explicit(&box, q, memory_order_release); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); int *q; while (!(q = atomic_exchange_explicit(&box, 0, memory_order_acquire))) ; int v = *q; free(q); pthread_join(t, 0); return v - 3; }
