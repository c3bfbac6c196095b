// SPDX-License-Identifier: Apache-2.0
// The same free list with a counter beside head, so that a head that came back is not mistaken for the old one.
#include "common.h"
static atomic_int next_of[4];
static _Atomic unsigned head;  // node + 4 * counter
static atomic_int owned[4];
static int take(void) {
  unsigned old = head;
  while (old % 4 != 0) {
    const unsigned next = (unsigned)next_of[old % 4];
    if (atomic_compare_exchange_strong(&head, &old, next + (old / 4 + 1) * 4)) break;
  }
  const int node = (int)(old % 4);
  if (node != 0) assert(atomic_fetch_add(&owned[node], 1) == 0);
  return node;
}
static void give(int node) {
  atomic_fetch_sub(&owned[node], 1);
  unsigned old = head;
  do {
    next_of[node] = (int)(old % 4);
  } while (!atomic_compare_exchange_strong(&head, &old, (unsigned)node + (old / 4 + 1) * 4));
}
static void* first(void* argument) {
  (void)argument;
  take();
  return NULL;
}
static void* second(void* argument) {
  (void)argument;
  const int a = take();
  if (a != 0) give(a);
  return NULL;
}
static void* either(void* argument) { return (size_t)argument == 0 ? first(argument) : second(argument); }
static void test(void) {
  head = 1;
  next_of[1] = 2;
  next_of[2] = 0;
  for (int i = 0; i < 4; ++i) owned[i] = 0;
  in_threads(2, either);
}
