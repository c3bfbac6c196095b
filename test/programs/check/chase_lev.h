// SPDX-License-Identifier: Apache-2.0
#include "common.h"
enum { SIZE = 4 };
static atomic_int items[SIZE];
static atomic_int top, bottom;
static void push(int value) {
  const int b = bottom;
  items[b % SIZE] = value;
  bottom = b + 1;
}
static int take(void) {
  const int b = bottom - 1;
  bottom = b;
  int t = top;
  if (t > b) {
    bottom = b + 1;
    return 0;
  }
  int value = items[b % SIZE];
  if (t == b) {
#ifdef NO_CAS
    top = t + 1;
#else
    if (!atomic_compare_exchange_strong(&top, &t, t + 1)) value = 0;
#endif
    bottom = b + 1;
  }
  return value;
}
static int steal(void) {
  int t = top;
  if (t >= bottom) return 0;
  const int value = items[t % SIZE];
  return atomic_compare_exchange_strong(&top, &t, t + 1) ? value : 0;
}
static atomic_int taken[4];
static void note(int value) {
  if (value != 0) assert(atomic_fetch_add(&taken[value], 1) == 0);
}
static void* owner(void* argument) {
  (void)argument;
  push(1);
  push(2);
  note(take());
  note(take());
  return NULL;
}
static void* thief(void* argument) {
  (void)argument;
  note(steal());
  return NULL;
}
static void* either(void* argument) { return (size_t)argument == 0 ? owner(argument) : thief(argument); }
static void test(void) {
  top = bottom = 0;
  for (int i = 0; i < 4; ++i) taken[i] = 0;
  in_threads(2, either);
  assert(taken[1] == 1 && taken[2] == 1);
}
