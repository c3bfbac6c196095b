// SPDX-License-Identifier: Apache-2.0
// A queue whose consumer believes that what was announced is there.
#include "common.h"
enum { kItems = 6 };
static atomic_int items[kItems], announced, taken;
static void* produce(void* a) {
  for (int i = 0; i < kItems; ++i) {
    const int at = announced++;
    items[at] = at + 1;
  }
  return a;
}
static void* consume(void* a) {
  for (int i = 0; i < kItems; ++i) {
    if (taken >= announced) continue;
    const int at = taken++;
    assert(items[at] == at + 1);
  }
  return a;
}
int main(void) {
  start(produce, 0), start(consume, 0);
  join_all();
}
