// SPDX-License-Identifier: Apache-2.0
// Five threads meet at a barrier, twice.
#include "common.h"
enum { kCount = 5 };
static pthread_barrier_t barrier;
static int first[kCount];
static void* work(void* a) {
  first[(intptr_t)a] = 1;
  pthread_barrier_wait(&barrier);
  int sum = 0;
  for (int i = 0; i < kCount; ++i) sum += first[i];
  assert(sum == kCount);
  pthread_barrier_wait(&barrier);
  return a;
}
static void test(void) {
  pthread_barrier_init(&barrier, NULL, kCount);
  run(kCount, work);
}
