// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
int x, f;
void *w(void *u) { x = 1; __atomic_store_n(&f, 1, __ATOMIC_RELEASE); return u; }
void *r(void *u) { int e = 1; __atomic_compare_exchange_n(&f, &e, 2, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED); return u; }
int main(void) { pthread_t t, s; pthread_create(&t, 0, w, 0); pthread_create(&s, 0, r, 0); if (__atomic_load_n(&f, __ATOMIC_ACQUIRE) == 2) x++; pthread_join(t, 0); pthread_join(s, 0); return 0; }
