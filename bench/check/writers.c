// SPDX-License-Identifier: Apache-2.0
// Seven threads write one variable: 7! orders.
#include "common.h"
static atomic_int x;
static void* write(void* a) {
  x = (int)(intptr_t)a;
  return a;
}
static void test(void) { run(7, write); }
