/* SPDX-License-Identifier: Apache-2.0 */
/* The dissemination barrier: in round r, tell the thread 2^r further on and wait for the one behind. */
#include "textbook.h"
static SYNC int flags[2][THREADS];
static int seen[2][THREADS];
static void *body(void *argument) {
  const int me = ME;
  for (int use = 0; use < 2; ++use) {
    seen[use][me] = 1;
    flags[use][(me + 1) % THREADS] = 1;
    while (!flags[use][me]) {
    }
    assert(seen[use][(me + THREADS - 1) % THREADS] == 1);
  }
  return 0;
}
int main(void) { run_threads(body); }
