/* SPDX-License-Identifier: Apache-2.0 */
/* Test, then test-and-set; the racy client forgets the lock on its second visit. */
#include "textbook.h"
static _Atomic int taken;
static int shared;
static void lock(void) {
  while (1) {
    while (taken) {
    }
    if (!atomic_exchange(&taken, 1)) return;
  }
}
static void *body(void *argument) {
  (void)argument;
  lock();
  ++shared;
  taken = 0;
#ifdef RACE
  ++shared;
#endif
  return 0;
}
int main(void) { run_threads(body); }
