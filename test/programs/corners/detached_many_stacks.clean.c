// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
atomic_int n; _Thread_local int tl;
__attribute__((noinline)) void use(char *b) { memset(b, 1, 500); __asm__ volatile("" ::"r"(b) : "memory"); }
void *f(void *p) { char b[500]; use(b); tl += b[7]; atomic_fetch_add_explicit(&n, 1, memory_order_relaxed); return p; }
int main(void) { for (int i = 0; i < 4; i++) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_detach(t); while (atomic_load_explicit(&n, memory_order_relaxed) != i + 1) ; } return 0; }
