/* SPDX-License-Identifier: Apache-2.0 */
/* Successive over-relaxation: each thread owns a row and waits for its neighbour's turn by counters. */
#include "textbook.h"
#ifndef ROUNDS
#define ROUNDS 2
#endif
static int row[2][2] = {{8, 8}, {0, 0}};
static SYNC int finished[2];
static void *body(void *argument) {
  const int me = ME, other = 1 - me;
  for (int turn = 0; turn < ROUNDS; ++turn) {
    while (finished[other] < turn + (me == 1)) {
    }
    for (int i = 0; i < 2; ++i) row[me][i] = (row[me][i] + row[other][i]) / 2;
    finished[me] = turn + 1;
  }
  return 0;
}
int main(void) { run_threads(body); }
