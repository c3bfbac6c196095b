// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
int x, f;
void *w(void *u) { x = 1; __atomic_store_n(&f, 1, __ATOMIC_RELEASE); return u; }
int main(void) { pthread_t t; pthread_create(&t, 0, w, 0); int e = 0; if (!__atomic_compare_exchange_n(&f, &e, 0, 0, __ATOMIC_RELAXED, __ATOMIC_ACQUIRE)) x++; pthread_join(t, 0); return 0; }
