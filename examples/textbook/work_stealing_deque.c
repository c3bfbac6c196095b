/* SPDX-License-Identifier: Apache-2.0 */
/* A bounded work-stealing deque (Arora, Blumofe, Plaxton) with one thief. */
#include "textbook.h"
static int tasks[3];
static SYNC int bottom;
static _Atomic int top;
static _Atomic int taken[3];
static void *body(void *argument) {
  if (ME == 0) {
    for (int i = 0; i < 2; ++i) {
      tasks[bottom] = i;
      bottom = bottom + 1;
    }
    const int mine = bottom - 1;
    bottom = mine;
    if (top < mine) {
      assert(atomic_fetch_add(&taken[tasks[mine]], 1) == 0);
    }
  } else {
    int old = top;
    if (old < bottom - 1) { /* never the last one */
      const int task = tasks[old];
      if (atomic_compare_exchange_strong(&top, &old, old + 1)) assert(atomic_fetch_add(&taken[task], 1) == 0);
    }
  }
  return 0;
}
int main(void) { run_threads(body); }
