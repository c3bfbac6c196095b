/* SPDX-License-Identifier: Apache-2.0 */
/* LU factorisation: one thread finds the pivot, all use it; the racy ones do not wait for it. */
#include "textbook.h"
static int matrix[2][2] = {{2, 4}, {6, 8}}, pivot;
static pthread_barrier_t meet;
static void *body(void *argument) {
  if (ME == 0) pivot = matrix[0][0];
#ifndef RACE
  pthread_barrier_wait(&meet);
#endif
  matrix[1][ME] = matrix[1][ME] / (pivot ? pivot : 1);
  return 0;
}
int main(void) {
  pthread_barrier_init(&meet, 0, THREADS);
  run_threads(body);
}
