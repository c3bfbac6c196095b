// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
/* C++20: a later relaxed store of the same thread heads no release sequence */
int x, f;
void *w(void *u) { x = 1; __atomic_store_n(&f, 1, __ATOMIC_RELEASE); __atomic_store_n(&f, 2, __ATOMIC_RELAXED); return u; }
int main(void) { pthread_t t; pthread_create(&t, 0, w, 0); if (__atomic_load_n(&f, __ATOMIC_ACQUIRE) == 2) x++; pthread_join(t, 0); return 0; }
