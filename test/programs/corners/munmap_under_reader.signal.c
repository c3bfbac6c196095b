// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/mman.h>
#include <stdatomic.h>
_Atomic(int *) page; 
void *f(void *p) { int *q = atomic_load(&page); if (q) { __atomic_load_n(q, __ATOMIC_SEQ_CST); } return p; }
int main(void) { int *q = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); page = q;
  pthread_t t; pthread_create(&t, 0, f, 0); atomic_store(&page, 0); munmap(q, 4096); pthread_join(t, 0); }
