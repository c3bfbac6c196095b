// SPDX-License-Identifier: Apache-2.0
// Small programs with one concurrency bug each, of the names, shapes and parameters that the benchmark SCTBench made known, written
// anew. What they share is atomic, or locked, so that the bug is what the program asserts, and not a data race. As in the published
// measurements every access of what is shared is a point where the scheduler chooses, also under a lock, and so is every creation
// of a thread: `begun` is the step that it takes.
#pragma once
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

typedef void* (*Body)(void*);
static pthread_t started[256];
static int started_count;
static atomic_int begun;
static inline void start(Body body, intptr_t argument) {
  pthread_create(&started[started_count++], NULL, body, (void*)argument);
  ++begun;
}
static inline void join_all(void) {
  while (started_count > 0) pthread_join(started[--started_count], NULL);
}
#define LOCK(mutex) pthread_mutex_lock(&(mutex))
#define UNLOCK(mutex) pthread_mutex_unlock(&(mutex))
