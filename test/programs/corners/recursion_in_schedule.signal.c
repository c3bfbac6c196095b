// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>
atomic_int go;
__attribute__((noinline)) int rec(int k) { volatile char b[4096]; b[0] = k; return rec(k + 1) + b[0]; }
void *f(void *p) { if (atomic_load(&go) == 1) rec(0); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); atomic_store(&go, 1); atomic_store(&go, 2); pthread_join(t, 0); }
