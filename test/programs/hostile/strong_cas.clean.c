// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <assert.h>
int a;
void *f(void *u) { return u; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); int e = 0; int ok = __atomic_compare_exchange_n(&a, &e, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); assert(ok); pthread_join(t, 0); return 0; }
