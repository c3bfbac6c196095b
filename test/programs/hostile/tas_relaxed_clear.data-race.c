// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdbool.h>
bool l; int x;
void *f(void *u) { while (__atomic_test_and_set(&l, __ATOMIC_ACQUIRE)) ; x++; __atomic_clear(&l, __ATOMIC_RELAXED); return u; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); f(0); pthread_join(t, 0); return x != 2; }
