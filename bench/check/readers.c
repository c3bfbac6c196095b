// SPDX-License-Identifier: Apache-2.0
// One thread writes, twelve read: each before or after.
#include "common.h"
static atomic_int x;
static void* work(void* a) {
  if (a == NULL)
    x = 1;
  else
    (void)atomic_load(&x);
  return a;
}
static void test(void) { run(13, work); }
