/* SPDX-License-Identifier: Apache-2.0 */
/* The test-and-set lock; the racy one tests and sets in two steps. */
#include "textbook.h"
static SYNC int taken;
static int shared;
static void *body(void *argument) {
  (void)argument;
  for (int round = 0; round < 2; ++round) {
#ifdef RACE
    while (taken) {
    }
    taken = 1;
#else
    while (atomic_exchange(&taken, 1)) {
    }
#endif
    ++shared;
    taken = 0;
  }
  return 0;
}
int main(void) {
  run_threads(body);
#ifndef RACE
  assert(shared == 4);
#endif
}
