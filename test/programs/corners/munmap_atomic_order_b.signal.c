// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/mman.h>
#include <stdatomic.h>
atomic_int users, closing; int *q;
void *f(void *p) { if (!atomic_load(&closing)) { atomic_fetch_add(&users, 1); __atomic_fetch_add(q, 1, __ATOMIC_SEQ_CST); atomic_fetch_sub(&users, 1); } return p; }
int main(void) { q = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  pthread_t t; pthread_create(&t, 0, f, 0); atomic_store(&closing, 1); while (atomic_load(&users)) ; munmap(q, 4096); pthread_join(t, 0); }
