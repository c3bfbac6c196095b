/* SPDX-License-Identifier: Apache-2.0 */
/* The tournament barrier of two: the loser tells the winner and waits to be woken. */
#include "textbook.h"
static SYNC int arrived, woken;
static int seen[2][2];
static void *body(void *argument) {
  const int me = ME;
  for (int use = 0; use < 2; ++use) {
    seen[use][me] = 1;
    if (me == 0) {
      while (arrived != use + 1) {
      }
      woken = use + 1;
    } else {
      arrived = use + 1;
      while (woken != use + 1) {
      }
    }
    assert(seen[use][1 - me] == 1);
  }
  return 0;
}
int main(void) { run_threads(body); }
