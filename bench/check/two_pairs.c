// SPDX-License-Identifier: Apache-2.0
// Two threads each write a pair of numbers three times over, two others read the pairs: 69,112 classes.
#include "common.h"
static atomic_int numbers[4];
static void read_first(int count) {
  for (int i = 0; i < count; ++i) (void)atomic_load(&numbers[i % 4]);
}
static void write_pair(atomic_int* pair) {
  for (int i = 0; i < 6; ++i) pair[i % 2] = i / 2 + 1;
}
static void* work(void* a) {
  switch ((intptr_t)a) {
    case 0:
      read_first(7);
      break;
    case 1:
      read_first(3);
      break;
    case 2:
      write_pair(numbers);
      break;
    default:
      write_pair(numbers + 2);
  }
  return a;
}
static void test(void) { run(4, work); }
