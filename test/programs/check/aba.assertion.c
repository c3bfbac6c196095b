// SPDX-License-Identifier: Apache-2.0
// ABA: a node of a free list is taken, used again and put back between another thread's read of head and
// its compare-exchange, which then succeeds and makes a node head that is in use.
#include "common.h"
static atomic_int next_of[4];
static atomic_int head;  // 0: empty; nodes are 1, 2, 3
static atomic_int owned[4];
static int take(void) {
  int old = head;
  while (old != 0) {
    const int next = next_of[old];
    if (atomic_compare_exchange_strong(&head, &old, next)) break;
  }
  if (old != 0) assert(atomic_fetch_add(&owned[old], 1) == 0);
  return old;
}
static void give(int node) {
  atomic_fetch_sub(&owned[node], 1);
  int old = head;
  do {
    next_of[node] = old;
  } while (!atomic_compare_exchange_strong(&head, &old, node));
}
static void* first(void* argument) {
  (void)argument;
  take();
  take();
  return NULL;
}
static void* second(void* argument) {
  (void)argument;
  const int a = take();
  const int b = take();
  (void)b;
  if (a != 0) give(a);
  return NULL;
}
static void* either(void* argument) { return (size_t)argument == 0 ? first(argument) : second(argument); }
static void test(void) {
  head = 1;
  next_of[1] = 2;
  next_of[2] = 3;
  next_of[3] = 0;
  for (int i = 0; i < 4; ++i) owned[i] = 0;
  in_threads(2, either);
}
