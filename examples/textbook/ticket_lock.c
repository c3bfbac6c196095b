/* SPDX-License-Identifier: Apache-2.0 */
/* The ticket lock; the racy one serves the next before it has finished. */
#include "textbook.h"
static _Atomic int next, serving;
static int shared;
static void *body(void *argument) {
  (void)argument;
  for (int round = 0; round < 2; ++round) {
    const int mine = atomic_fetch_add(&next, 1);
    while (serving != mine) {
    }
#ifdef RACE
    serving = mine + 1;
    ++shared;
#else
    ++shared;
    serving = mine + 1;
#endif
  }
  return 0;
}
int main(void) { run_threads(body); }
