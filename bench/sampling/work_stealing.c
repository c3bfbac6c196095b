// SPDX-License-Identifier: Apache-2.0
// A queue of which its owner takes from one end and a thief from the other: four items, two at a time in the queue or more, two
// attempts to steal. The last item may be taken by both.
// INTERLOCKED 0: the thief locks, and the owner only where he finds the queue empty; 1: the thief claims its item by
// compare-exchange, the owner none. STATE 1: head and tail are in one word with a state that says who was last.
#include "common.h"
enum { kItems = 4, kAttempts = 2 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int head, tail, elements[kItems], done[kItems];
#if STATE
static atomic_int state;
#define NOTE(value) (state = (value))
#else
#define NOTE(value) ((void)0)
#endif
static bool steal(int* item) {
  bool got = false;
  if (INTERLOCKED) {
    int first = head;
    if (first < tail) {
      *item = elements[first];
      got = atomic_compare_exchange_strong(&head, &first, first + 1);
    }
    NOTE(1);
    return got;
  }
  LOCK(lock);
  const int first = head;
  if (first < tail) {
    *item = elements[first];
    head = first + 1;
    got = true;
  }
  NOTE(1);
  UNLOCK(lock);
  return got;
}
static void push(int item) {
  const int last = tail;
  elements[last] = item;
  tail = last + 1;
  NOTE(2);
}
static bool pop(int* item) {
  const int last = tail - 1;
  tail = last;
  NOTE(3);
  if (head <= last) {
    *item = elements[last];
    return true;
  }
  if (!INTERLOCKED) LOCK(lock);
  const bool got = head <= last;
  if (got)
    *item = elements[last];
  else
    tail = last + 1;
  if (!INTERLOCKED) UNLOCK(lock);
  return got;
}
static void* thief(void* a) {
  int item;
  for (int i = 0; i < kAttempts; ++i)
    if (steal(&item)) ++done[item];
  return a;
}
int main(void) {
  int item;
  start(thief, 0);
  for (int i = 0; i < kItems; i += 2) {
    // What was taken makes room: the items in the queue are numbered on from where its end is.
    push(i), push(i + 1);
    if (pop(&item)) ++done[item];
  }
  for (int i = 0; i < kItems / 2; ++i)
    if (pop(&item)) ++done[item];
  join_all();
  for (int i = 0; i < kItems; ++i) assert(done[i] <= 1);
}
