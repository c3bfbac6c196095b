// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <string.h>
#include <stdatomic.h>
atomic_int n;
__attribute__((noinline)) int big(void) { char b[6 << 20]; memset(b, 1, sizeof b); __asm__ volatile("" ::"r"(b) : "memory"); return b[4 << 20]; }
void *f(void *p) { atomic_fetch_add(&n, big()); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); f(0); pthread_join(t, 0); return n - 2; }
