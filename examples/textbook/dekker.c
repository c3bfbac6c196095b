/* SPDX-License-Identifier: Apache-2.0 */
/* Dekker's algorithm. */
#include "textbook.h"
static SYNC int wants[2], turn;
static int shared;
static void *body(void *argument) {
  const int me = ME, other = 1 - me;
  wants[me] = 1;
  while (wants[other])
    if (turn != me) {
      wants[me] = 0;
      while (turn != me) {
      }
      wants[me] = 1;
    }
  ++shared;
  turn = other;
  wants[me] = 0;
  return 0;
}
int main(void) {
  run_threads(body);
  assert(shared == 2);
}
