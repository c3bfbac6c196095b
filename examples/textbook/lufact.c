/* SPDX-License-Identifier: Apache-2.0 */
/* LU factorisation: one thread finds the pivot, all use it; the racy ones do not wait for it. */
#include "textbook.h"
#ifndef SIZE
#define SIZE 2
#endif
static int matrix[SIZE][SIZE] = {{2, 4}, {6, 8}}, pivot;
static pthread_barrier_t meet;
static void *body(void *argument) {
  if (ME == 0) pivot = matrix[0][0];
#ifndef RACE
  pthread_barrier_wait(&meet);
#endif
  for (int row = 1; row < SIZE; ++row)
    for (int column = ME; column < SIZE; column += THREADS) matrix[row][column] /= pivot ? pivot : 1;
  return 0;
}
int main(void) {
  pthread_barrier_init(&meet, 0, THREADS);
  run_threads(body);
}
