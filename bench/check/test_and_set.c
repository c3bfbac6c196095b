// SPDX-License-Identifier: Apache-2.0
// A lock by test-and-set, three threads.
#include "common.h"
static atomic_int taken;
static int counter;
static void* work(void* a) {
  while (atomic_exchange(&taken, 1) != 0) {
  }
  ++counter;
  taken = 0;
  return a;
}
static void test(void) {
  run(3, work);
  assert(counter == 3);
}
