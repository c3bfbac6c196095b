// SPDX-License-Identifier: Apache-2.0
// A stack whose depth and contents are changed in two steps.
#include "common.h"
enum { kItems = 5 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int top, values[kItems + 1];
static void* push(void* a) {
  for (int i = 0; i < kItems; ++i) {
    LOCK(lock);
    const int at = top;
    UNLOCK(lock);
    values[at] = i + 1;
    LOCK(lock);
    top = at + 1;
    UNLOCK(lock);
  }
  return a;
}
static void* pop(void* a) {
  for (int i = 0; i < kItems; ++i) {
    LOCK(lock);
    if (top > 0) {
      --top;
      UNLOCK(lock);
      LOCK(lock);
      assert(values[top] != 0);
      values[top] = 0;
    }
    UNLOCK(lock);
  }
  return a;
}
int main(void) {
  start(push, 0), start(pop, 0);
  join_all();
}
