// SPDX-License-Identifier: Apache-2.0
// A ring of which head and tail are read outside of the lock.
#include "common.h"
enum { kSize = 3, kItems = 4 };
static atomic_int ring[kSize], head, tail, received;
static void* send(void* a) {
  for (int i = 1; i <= kItems; ++i) {
    if ((tail + 1) % kSize == head) continue;
    const int at = tail;
    tail = (at + 1) % kSize;
    ring[at] = i;
  }
  return a;
}
static void* receive(void* a) {
  int last = 0;
  for (int i = 0; i < kItems; ++i) {
    if (head == tail) continue;
    const int item = ring[head];
    head = (head + 1) % kSize;
    assert(item > last);
    last = item;
  }
  return a;
}
int main(void) {
  start(send, 0), start(receive, 0);
  join_all();
}
