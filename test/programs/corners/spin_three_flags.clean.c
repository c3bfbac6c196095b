// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>
atomic_int a, b, c; int x;
void *f(void *p) { a = 1; while (!b) ; x++; c = 1; return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); while (!a) ; x++; b = 1; while (!c) ; x++; pthread_join(t, 0); return x - 3; }
