// SPDX-License-Identifier: Apache-2.0
#include "mutual_exclusion.h"
static atomic_bool choosing[THREADS];
static atomic_int number[THREADS];
static void reset(void) {
  for (int i = 0; i < THREADS; ++i) choosing[i] = false, number[i] = 0;
}
static void lock(int i) {
#ifndef NO_CHOOSING
  choosing[i] = true;
#endif
  int highest = 0;
  for (int j = 0; j < THREADS; ++j) {
    const int other = number[j];
    if (other > highest) highest = other;
  }
  number[i] = highest + 1;
#ifndef NO_CHOOSING
  choosing[i] = false;
#endif
  for (int j = 0; j < THREADS; ++j) {
    if (j == i) continue;
    while (choosing[j]) {}
    while (true) {
      const int other = number[j];
      if (other == 0 || other > highest + 1 || (other == highest + 1 && j > i)) break;
    }
  }
}
static void unlock(int i) { number[i] = 0; }
