/* SPDX-License-Identifier: Apache-2.0 */
/* Lamport's bakery. */
#include "textbook.h"
static SYNC int entering[THREADS], number[THREADS];
static int shared;
static void *body(void *argument) {
  const int me = ME;
  int highest = 0;
  entering[me] = 1;
  for (int k = 0; k < THREADS; ++k) {
    int theirs = number[k];
    if (theirs > highest) highest = theirs;
  }
  const int mine = highest + 1;
  number[me] = mine;
  entering[me] = 0;
  for (int k = 0; k < THREADS; ++k) {
    if (k == me) continue;
    while (entering[k]) {
    }
    while (1) {
      int theirs = number[k];
      if (theirs == 0 || theirs > mine || (theirs == mine && k > me)) break;
    }
  }
  ++shared;
  number[me] = 0;
  return 0;
}
int main(void) {
  run_threads(body);
  assert(shared == THREADS);
}
