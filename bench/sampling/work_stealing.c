// SPDX-License-Identifier: Apache-2.0
// A queue of which its owner takes from one end and a thief from the other; they may take the same item.
// SHAPE 0: nothing is synchronised between the two; 1: the thief locks, the owner does not; 2: the thief claims its item
// by compare-exchange, the owner does not for the last one.
#include "common.h"
enum { kItems = 4 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int head, tail, taken[kItems];
static void take(int item) { assert(taken[item]++ == 0); }
static void* steal(void* a) {
  for (int i = 0; i < 2; ++i) {
    if (SHAPE == 1) LOCK(lock);
    int first = head;
    if (first < tail) {
      if (SHAPE != 2) {
        head = first + 1;
        take(first);
      } else if (atomic_compare_exchange_strong(&head, &first, first + 1)) {
        take(first);
      }
    }
    if (SHAPE == 1) UNLOCK(lock);
  }
  return a;
}
static void* own(void* a) {
  for (int i = 0; i < kItems; ++i) tail = i + 1;
  for (int i = 0; i < kItems; ++i) {
    const int last = tail - 1;
    tail = last;
    if (head <= last) {
      take(last);
    } else {
      tail = last + 1;
      break;
    }
  }
  return a;
}
int main(void) {
  start(own, 0), start(steal, 0);
  if (SHAPE == 1) start(steal, 0);
  join_all();
}
