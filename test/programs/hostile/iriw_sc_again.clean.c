// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <assert.h>
int x, y, a, b, c, d;
void *wx(void *u) { __atomic_store_n(&x, 1, __ATOMIC_SEQ_CST); return u; }
void *wy(void *u) { __atomic_store_n(&y, 1, __ATOMIC_SEQ_CST); return u; }
void *r(void *u) { a = __atomic_load_n(&x, __ATOMIC_SEQ_CST); b = __atomic_load_n(&y, __ATOMIC_SEQ_CST); return u; }
int main(void) { pthread_t t, s, q; pthread_create(&t, 0, wx, 0); pthread_create(&s, 0, wy, 0); pthread_create(&q, 0, r, 0); c = __atomic_load_n(&y, __ATOMIC_SEQ_CST); d = __atomic_load_n(&x, __ATOMIC_SEQ_CST); pthread_join(t, 0); pthread_join(s, 0); pthread_join(q, 0); assert(!(a && !b && c && !d)); return 0; }
