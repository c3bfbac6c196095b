// SPDX-License-Identifier: Apache-2.0
// N - 1 threads set a, then b; one thread, created after them, must never see a without b. It does if it comes
// after the first a and before every b.
#include "common.h"
static atomic_int a, b;
static void* set(void* argument) {
  a = 1;
  b = -1;
  return argument;
}
static void* check(void* argument) {
  assert((a == 0 && b == 0) || (a == 1 && b == -1));
  return argument;
}
int main(void) {
  for (int i = 0; i < N - 1; ++i) start(set, 0);
  start(check, 0);
  join_all();
}
