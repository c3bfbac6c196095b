/* SPDX-License-Identifier: Apache-2.0 */
/* The filter lock: a waiting room a thread, less one. */
#include "textbook.h"
static SYNC int level[THREADS], victim[THREADS];
static int shared;
static int someone_above(int me, int i) {
  for (int k = 0; k < THREADS; ++k)
    if (k != me && level[k] >= i) return 1;
  return 0;
}
static void *body(void *argument) {
  const int me = ME;
  for (int i = 1; i < THREADS; ++i) {
    level[me] = i;
    victim[i] = me;
    while (someone_above(me, i) && victim[i] == me) {
    }
  }
  ++shared;
  level[me] = 0;
  return 0;
}
int main(void) {
  run_threads(body);
  assert(shared == THREADS);
}
