// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
#include <stdatomic.h>
atomic_int users, closing; int *q;
void *f(void *p) { if (!atomic_load(&closing)) { atomic_fetch_add(&users, 1); __atomic_fetch_add(q, 1, __ATOMIC_SEQ_CST); atomic_fetch_sub(&users, 1); } return p; }
int main(void) { q = calloc(1, 64);
  pthread_t t; pthread_create(&t, 0, f, 0); atomic_store(&closing, 1); while (atomic_load(&users)) ; free(q); pthread_join(t, 0); }
