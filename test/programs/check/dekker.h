// SPDX-License-Identifier: Apache-2.0
#include "mutual_exclusion.h"
static atomic_bool wants[2];
static atomic_int turn;
static void reset(void) { wants[0] = wants[1] = false; turn = 0; }
static void lock(int i) {
  wants[i] = true;
  while (wants[1 - i]) {
#ifndef NO_RETREAT
    if (turn != i) {
      wants[i] = false;
      while (turn != i) {}
      wants[i] = true;
    }
#endif
  }
}
static void unlock(int i) {
  turn = 1 - i;
  wants[i] = false;
}
