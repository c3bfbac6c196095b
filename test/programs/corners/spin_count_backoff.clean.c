// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>
#include <sched.h>
atomic_int ready; int x;
void *f(void *p) { x = 1; atomic_store(&ready, 1); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); for (int i = 0;; i++) { if (atomic_load(&ready)) break; if (i > 20) sched_yield(); } int r = x; pthread_join(t, 0); return r - 1; }
