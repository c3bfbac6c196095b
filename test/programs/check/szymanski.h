// SPDX-License-Identifier: Apache-2.0
#include "mutual_exclusion.h"
static atomic_int flag[THREADS];
static void reset(void) {
  for (int i = 0; i < THREADS; ++i) flag[i] = 0;
}
static bool any(int i, int low, int high) {  // another thread's flag is within
  for (int j = 0; j < THREADS; ++j) {
    if (j == i) continue;
    const int f = flag[j];
    if (f >= low && f <= high) return true;
  }
  return false;
}
static void lock(int i) {
  flag[i] = 1;
  while (any(i, 3, 4)) {}
  flag[i] = 3;
  if (any(i, 1, 1)) {
    flag[i] = 2;
    while (!any(i, 4, 4)) {}
  }
  flag[i] = 4;
#ifndef NO_ORDER
  for (int j = 0; j < i; ++j)
    while (flag[j] > 1) {}
#endif
}
static void unlock(int i) {
  for (int j = i + 1; j < THREADS; ++j) {
#ifdef TWO_READS  // 3 is not 2, and a moment later 2 is not 3
    while (flag[j] == 2 || flag[j] == 3) {}
#else
    while (true) {
      const int f = flag[j];
      if (f != 2 && f != 3) break;
    }
#endif
  }
  flag[i] = 0;
}
