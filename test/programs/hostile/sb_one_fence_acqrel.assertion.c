// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <assert.h>
int x, y, a, b;
void *f(void *u) { __atomic_store_n(&x, 1, __ATOMIC_RELAXED); __atomic_thread_fence(__ATOMIC_ACQ_REL); a = __atomic_load_n(&y, __ATOMIC_RELAXED); return u; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); __atomic_store_n(&y, 1, __ATOMIC_RELAXED); __atomic_thread_fence(__ATOMIC_SEQ_CST); b = __atomic_load_n(&x, __ATOMIC_RELAXED); pthread_join(t, 0); assert(a || b); return 0; }
