// SPDX-License-Identifier: Apache-2.0
#include "mutual_exclusion.h"
static atomic_bool wants[2];
static void reset(void) { wants[0] = wants[1] = false; }
static void lock(int i) {
  while (wants[1 - i]) {}
  wants[i] = true;
}
static void unlock(int i) { wants[i] = false; }
