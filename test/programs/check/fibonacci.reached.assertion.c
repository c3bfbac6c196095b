// SPDX-License-Identifier: Apache-2.0
// As above, but 143 can be exceeded.
#include "common.h"
static atomic_int x, y;
static void* first(void* argument) {
  (void)argument;
  for (int i = 0; i < 3; ++i) {
    const int a = x;
    const int b = y;
    x = a + b;
  }
  return NULL;
}
static void* second(void* argument) {
  (void)argument;
  for (int i = 0; i < 3; ++i) {
    const int a = x;
    const int b = y;
    y = a + b;
  }
  return NULL;
}
static void* either(void* argument) { return (size_t)argument == 0 ? first(argument) : second(argument); }
static void test(void) {
  x = y = 1;
  in_threads(2, either);
  assert(x < 21 && y < 21);
}
