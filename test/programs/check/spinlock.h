// SPDX-License-Identifier: Apache-2.0
#define THREADS 3
#include "mutual_exclusion.h"
static atomic_flag held = ATOMIC_FLAG_INIT;
static void reset(void) { atomic_flag_clear(&held); }
static void lock(int i) {
  (void)i;
  while (atomic_flag_test_and_set_explicit(&held, memory_order_acquire)) {}
}
static void unlock(int i) {
  (void)i;
#ifdef RELAXED
  atomic_flag_clear_explicit(&held, memory_order_relaxed);
#else
  atomic_flag_clear_explicit(&held, memory_order_release);
#endif
}
