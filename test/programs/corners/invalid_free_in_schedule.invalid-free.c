// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
#include <stdatomic.h>
_Atomic(char *) p;
void *f(void *a) { char *q = atomic_load(&p); free(q); return a; }
int main(void) { char *b = malloc(8); atomic_store(&p, b); pthread_t t; pthread_create(&t, 0, f, 0); atomic_store(&p, b + 4); atomic_store(&p, b); pthread_join(t, 0); }
