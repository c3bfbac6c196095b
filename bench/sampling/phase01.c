// SPDX-License-Identifier: Apache-2.0
// A lock is handed from phase to phase, and never given back by the last one.
#include "common.h"
static pthread_mutex_t x = PTHREAD_MUTEX_INITIALIZER, y = PTHREAD_MUTEX_INITIALIZER;
static int lock_test;
static void* thread(void* a) {
  LOCK(x), lock_test = 1, UNLOCK(x);
  LOCK(y), lock_test = 2;
  LOCK(x), UNLOCK(x);
  return a;  // holding y
}
int main(void) {
  start(thread, 0), start(thread, 0);
  join_all();
}
