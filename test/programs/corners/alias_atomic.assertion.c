// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>
#include <stdatomic.h>
#include <assert.h>
atomic_int *a, *b;
void *f(void *p) { atomic_store(b, 1); return p; }
int main(void) { int d = memfd_create("x", 0); ftruncate(d, 4096); a = mmap(0, 4096, 3, MAP_SHARED, d, 0); b = mmap(0, 4096, 3, MAP_SHARED, d, 0); pthread_t t; pthread_create(&t, 0, f, 0); int v = atomic_load(a); pthread_join(t, 0); assert(v == 0); }
