/* SPDX-License-Identifier: Apache-2.0 */
/* The sense-reversing barrier, two rounds. */
#include "textbook.h"
static _Atomic int waiting = THREADS;
static SYNC int sense;
static int seen[THREADS];
static void barrier(int *mine) {
  *mine = !*mine;
  if (atomic_fetch_sub(&waiting, 1) == 1) {
    waiting = THREADS;
    sense = *mine;
  } else {
    while (sense != *mine) {
    }
  }
}
static void *body(void *argument) {
  int mine = 0;
  for (int round = 1; round <= 2; ++round) {
    seen[ME] = round;
    barrier(&mine);
    assert(seen[(ME + 1) % THREADS] == round);
    barrier(&mine);
  }
  return 0;
}
int main(void) { run_threads(body); }
