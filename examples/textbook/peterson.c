/* SPDX-License-Identifier: Apache-2.0 */
/* Peterson's algorithm for two threads, two rounds. */
#include "textbook.h"
static SYNC int flag[2], turn;
static int shared;
static void *body(void *argument) {
  const int me = ME, other = 1 - me;
  for (int round = 0; round < 2; ++round) {
    flag[me] = 1;
    turn = other;
    while (flag[other] && turn == other) {
    }
    ++shared;
    flag[me] = 0;
  }
  return 0;
}
int main(void) {
  run_threads(body);
  assert(shared == 4);
}
