// SPDX-License-Identifier: Apache-2.0
// Two threads add to each other's variable, five times: 218,243 classes.
#include "common.h"
enum { kRounds = 5 };
static atomic_int i = 1, j = 1;
static void* add(void* a) {
  for (int k = 0; k < kRounds; ++k) {
    if (a == NULL)
      atomic_store(&i, atomic_load(&i) + atomic_load(&j));
    else
      atomic_store(&j, atomic_load(&j) + atomic_load(&i));
  }
  return a;
}
static void test(void) {
  run(2, add);
  assert(i <= 144 && j <= 144);
}
