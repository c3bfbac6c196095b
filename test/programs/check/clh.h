// SPDX-License-Identifier: Apache-2.0
#define THREADS 3
#include "mutual_exclusion.h"
static atomic_bool busy[THREADS + 1];
static atomic_int tail;
static int mine[THREADS], before[THREADS];
static void reset(void) {
  for (int i = 0; i <= THREADS; ++i) busy[i] = false;
  for (int i = 0; i < THREADS; ++i) mine[i] = i;
  tail = THREADS;
}
static void lock(int i) {
#ifdef BUSY_LATE
  before[i] = atomic_exchange(&tail, mine[i]);
  busy[mine[i]] = true;
#else
  busy[mine[i]] = true;
  before[i] = atomic_exchange(&tail, mine[i]);
#endif
  while (busy[before[i]]) {}
}
static void unlock(int i) {
  busy[mine[i]] = false;
  mine[i] = before[i];
}
