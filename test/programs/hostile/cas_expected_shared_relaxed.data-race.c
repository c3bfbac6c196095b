// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
int a, e;
void *f(void *u) { __atomic_compare_exchange_n(&a, &e, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED); return u; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); f(0); pthread_join(t, 0); return 0; }
