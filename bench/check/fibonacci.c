// SPDX-License-Identifier: Apache-2.0
// Two threads drive each other's Fibonacci numbers, five times; a third one looks: 218,243 classes.
#include "common.h"
enum { kRounds = 5 };
static atomic_int x = 1, y = 1;
static void* work(void* a) {
  if ((intptr_t)a == 2) {
    assert(!(x > 144 || y > 144));
    return a;
  }
  atomic_int* own = a == NULL ? &x : &y;
  for (int k = 0; k < kRounds; ++k) {
    const int first = x;
    const int second = y;
    *own = first + second;
  }
  return a;
}
static void test(void) { run(3, work); }
