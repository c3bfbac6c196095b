/* SPDX-License-Identifier: Apache-2.0 */
/* A step of molecular dynamics: threads add up forces, meet, move the particles. The racy one does not meet. */
#include "textbook.h"
static int force[2][2], position[2];
static pthread_barrier_t meet;
static void *body(void *argument) {
  const int me = ME;
  for (int p = 0; p < 2; ++p) force[me][p] = me + p;
#ifndef RACE
  pthread_barrier_wait(&meet);
#endif
  position[me] += force[0][me] + force[1][me];
  return 0;
}
int main(void) {
  pthread_barrier_init(&meet, 0, THREADS);
  run_threads(body);
#ifndef RACE
  assert(position[0] == 1 && position[1] == 3);
#endif
}
