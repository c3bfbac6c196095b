// SPDX-License-Identifier: Apache-2.0
// One thread looks for the last zero while ten others each set an element to the one before it plus one.
#include "common.h"
enum { kCount = 10 };
static atomic_int array[kCount + 1];
static void* work(void* a) {
  const intptr_t id = (intptr_t)a;
  if (id == 0) {
    int i = kCount;
    while (array[i] != 0) --i;
    return a;
  }
  array[id] = array[id - 1] + 1;
  return a;
}
static void test(void) { run(kCount + 1, work); }
