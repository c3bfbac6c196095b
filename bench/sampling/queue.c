// SPDX-License-Identifier: Apache-2.0
// A sender and a receiver of twenty numbers take turns by two flags, for several numbers at a time: if one is late, the receiver
// takes numbers that are not there.
#include "common.h"
enum { kSize = 20 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int items[kSize], head, tail, sent[kSize];
static atomic_bool enqueues = true, dequeues;
static void enqueue(int value) {
  items[tail] = value;
  tail = tail + 1 == kSize ? 0 : tail + 1;
}
static int dequeue(void) {
  const int value = items[head];
  head = head + 1 == kSize ? 0 : head + 1;
  return value;
}
static void* send(void* a) {
  LOCK(lock);
  if (enqueues) {
    for (int i = 0; i < kSize / 4; ++i) enqueue(sent[i] = i + 7);
    enqueues = false;
    dequeues = true;
  }
  UNLOCK(lock);
  for (int i = kSize / 4; i < kSize / 2; ++i) {
    LOCK(lock);
    if (enqueues) {
      enqueue(sent[i] = i + 7);
      enqueues = false;
      dequeues = true;
    }
    UNLOCK(lock);
  }
  return a;
}
static void* receive(void* a) {
  for (int i = 0; i < kSize / 2; ++i) {
    LOCK(lock);
    if (dequeues) {
      assert(head != tail && dequeue() == sent[i]);
      dequeues = false;
      enqueues = true;
    }
    UNLOCK(lock);
  }
  return a;
}
int main(void) {
  start(send, 0), start(receive, 0);
  join_all();
}
