// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/mman.h>
#include <stdatomic.h>
_Atomic(atomic_int *) q;
void *f(void *p) { atomic_int *z = atomic_load(&q); atomic_fetch_add(z, 1); return p; }
int main(void) { void *a = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); atomic_store(&q, a);
  pthread_t t; pthread_create(&t, 0, f, 0); void *b = mremap(a, 4096, 1 << 24, MREMAP_MAYMOVE); atomic_store(&q, b); pthread_join(t, 0); return a == b ? 0 : 0; }
