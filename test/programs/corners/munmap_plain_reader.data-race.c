// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/mman.h>
int *q, seen;
void *f(void *p) { seen = *(int *)p; return 0; }
int main(void) { q = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  pthread_t t; pthread_create(&t, 0, f, q); munmap(q, 4096); pthread_join(t, 0); }
