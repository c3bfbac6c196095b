// SPDX-License-Identifier: Apache-2.0
// Two threads compute in phases with a barrier between them; main does not wait for their end before it looks at the result.
// SHAPE 0: bodies in cells (barnes), 1: a transposed matrix (fft), 2: blocks of a matrix (lu).
#include "common.h"
enum { kThreads = 2, kPhases = 3, kWork = SHAPE == 0 ? 4 : SHAPE == 1 ? 8 : 6 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t barrier;
static atomic_int cells[kWork], finished;
static void* compute(void* a) {
  const int self = (int)(intptr_t)a;
  for (int phase = 0; phase < kPhases; ++phase) {
    for (int i = self; i < kWork; i += kThreads) {
      const int at = SHAPE == 1 && phase == 1 ? kWork - 1 - i : i;
      if (SHAPE == 0)
        LOCK(lock), cells[at] += 1, UNLOCK(lock);
      else
        cells[at] = cells[SHAPE == 2 ? i : at] + 1;
    }
    pthread_barrier_wait(&barrier);
  }
  ++finished;
  return a;
}
int main(void) {
  pthread_barrier_init(&barrier, NULL, kThreads);
  for (int i = 0; i < kThreads; ++i) start(compute, i);
  assert(finished == kThreads);
  join_all();
}
