// SPDX-License-Identifier: Apache-2.0
#include "mutual_exclusion.h"
static atomic_bool wants[2];
static atomic_int turn;
static void reset(void) { wants[0] = wants[1] = false; turn = 0; }
static void lock(int i) {
#ifdef TURN_FIRST
  turn = 1 - i;
  wants[i] = true;
#else
  wants[i] = true;
  turn = 1 - i;
#endif
  while (wants[1 - i] && turn == 1 - i) {}
}
static void unlock(int i) { wants[i] = false; }
