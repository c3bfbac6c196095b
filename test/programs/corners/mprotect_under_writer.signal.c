// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/mman.h>
#include <stdatomic.h>
atomic_int *q;
void *f(void *p) { atomic_store(q, 2); return p; }
int main(void) { q = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  pthread_t t; pthread_create(&t, 0, f, 0); atomic_store(q, 1); mprotect(q, 4096, PROT_READ); pthread_join(t, 0); }
