// SPDX-License-Identifier: Apache-2.0
// Ten pushes and ten pops, each under the lock. A flag says for good that something was pushed: who pops more often finds nothing.
#include "common.h"
enum { kItems = 10 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int top, values[kItems];
static atomic_bool pushed;
static void* push(void* a) {
  for (int i = 0; i < kItems; ++i) {
    LOCK(lock);
    values[top] = i;
    ++top;
    pushed = true;
    UNLOCK(lock);
  }
  return a;
}
static void* pop(void* a) {
  for (int i = 0; i < kItems; ++i) {
    LOCK(lock);
    if (pushed) {
      assert(top > 0);
      --top;
    }
    UNLOCK(lock);
  }
  return a;
}
int main(void) {
  start(push, 0), start(pop, 0);
  join_all();
}
