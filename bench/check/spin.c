// SPDX-License-Identifier: Apache-2.0
// One thread waits for a value that another one passes on its way.
#include "common.h"
static atomic_int x;
static void* work(void* a) {
  if (a == NULL)
    for (int i = 1; i <= 8; ++i) x = i;
  else
    while (atomic_load(&x) < 8) {
    }
  return a;
}
static void test(void) { run(2, work); }
