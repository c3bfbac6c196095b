/* SPDX-License-Identifier: Apache-2.0 */
/* The tournament barrier: winners wait for their partners level by level, the last winner wakes the losers. It is for
 * powers of two: of three threads (-DTHREADS=3) one waits for a partner that there is not, out of bounds. */
#include "textbook.h"
#define LEVELS (THREADS > 2 ? 2 : 1)
static SYNC int arrived[THREADS], woken[THREADS];
static int seen[2][THREADS];
static void barrier(int me, int use) {
  int level = 0;
  for (; level < LEVELS && !(me >> level & 1); ++level)
    while (arrived[me | 1 << level] != use) {
    }
  if (level < LEVELS) {
    arrived[me] = use;
    while (woken[me] != use) {
    }
  }
  while (level-- > 0) woken[me | 1 << level] = use;
}
static void *body(void *argument) {
  const int me = ME;
  for (int use = 0; use < 2; ++use) {
    seen[use][me] = 1;
    barrier(me, use + 1);
    assert(seen[use][(me + 1) % THREADS] == 1);
  }
  return 0;
}
int main(void) { run_threads(body); }
