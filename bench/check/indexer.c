// SPDX-License-Identifier: Apache-2.0
// Twelve threads put messages into a hash table: few of them meet.
#include "common.h"
enum { kThreads = 12, kSize = 128, kMost = 4 };
static atomic_int table[kSize];
static void* work(void* a) {
  const int id = (int)(intptr_t)a;
  for (int m = 1; m <= kMost; ++m) {
    const int message = m * 11 + id;
    int at = message * 7 % kSize, expected = 0;
    while (!atomic_compare_exchange_strong(&table[at], &expected, message)) {
      at = (at + 1) % kSize;
      expected = 0;
    }
  }
  return a;
}
static void test(void) { run(kThreads, work); }
