/* SPDX-License-Identifier: Apache-2.0 */
/* A step of molecular dynamics: threads add up forces, meet, move the particles. The racy one does not meet. */
#include "textbook.h"
#ifndef PARTICLES /* of each thread */
#define PARTICLES 1
#endif
#define ALL (PARTICLES * THREADS)
static int force[THREADS][ALL], position[ALL];
static pthread_barrier_t meet;
static void *body(void *argument) {
  const int me = ME;
  for (int p = 0; p < ALL; ++p) force[me][p] = me + p;
#ifndef RACE
  pthread_barrier_wait(&meet);
#endif
  for (int p = me * PARTICLES; p < (me + 1) * PARTICLES; ++p)
    for (int from = 0; from < THREADS; ++from) position[p] += force[from][p];
  return 0;
}
int main(void) {
  pthread_barrier_init(&meet, 0, THREADS);
  run_threads(body);
#ifndef RACE
  for (int p = 0; p < ALL; ++p) assert(position[p] == THREADS * (THREADS - 1) / 2 + THREADS * p);
#endif
}
