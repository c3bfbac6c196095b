// SPDX-License-Identifier: Apache-2.0
// Two threads drive each other's Fibonacci numbers; a third one looks. The number in the name is that of the
// executions up to equivalence.
#include "common.h"
static atomic_int x, y;
static void* first(void* argument) {
  (void)argument;
  for (int i = 0; i < 5; ++i) {
    const int a = x;
    const int b = y;
    x = a + b;
  }
  return NULL;
}
static void* second(void* argument) {
  (void)argument;
  for (int i = 0; i < 5; ++i) {
    const int a = x;
    const int b = y;
    y = a + b;
  }
  return NULL;
}
static void* third(void* argument) {
  (void)argument;
  assert(!(x > 144 || y > 144));
  return NULL;
}
static void* either(void* argument) {
  return (size_t)argument == 0 ? first(argument) : (size_t)argument == 1 ? second(argument) : third(argument);
}
static void test(void) {
  x = y = 1;
  in_threads(3, either);
}
