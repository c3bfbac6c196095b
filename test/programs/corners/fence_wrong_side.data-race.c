// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>
int d; atomic_int f1; int seen;
void *w(void *p) { d = 1; atomic_store_explicit(&f1, 1, memory_order_relaxed); atomic_thread_fence(memory_order_release); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, w, 0); if (atomic_load_explicit(&f1, memory_order_relaxed)) { atomic_thread_fence(memory_order_acquire); seen = d; } pthread_join(t, 0); }
