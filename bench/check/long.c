// SPDX-License-Identifier: Apache-2.0
// Two threads drive each other's Fibonacci numbers, nine times: more executions than anybody waits for.
#include "common.h"
enum { kRounds = 9 };
static atomic_int x = 1, y = 1;
static void* work(void* a) {
  atomic_int* own = a == NULL ? &x : &y;
  for (int k = 0; k < kRounds; ++k) {
    const int first = x;
    const int second = y;
    *own = first + second;
  }
  return a;
}
static void test(void) { run(2, work); }
