// SPDX-License-Identifier: Apache-2.0
// Three threads hand a number on, each in one step; the fourth believes that they are equal once all have.
#include "common.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int x1 = 1, x2 = 2, x3 = 1;
static atomic_bool done[3];
static void* first(void* a) {
  LOCK(lock), x1 = (x3 + 1) % 4, done[0] = true, UNLOCK(lock);
  return a;
}
static void* second(void* a) {
  LOCK(lock), x2 = x1, done[1] = true, UNLOCK(lock);
  return a;
}
static void* third(void* a) {
  LOCK(lock), x3 = x2, done[2] = true, UNLOCK(lock);
  return a;
}
static void* check(void* a) {
  LOCK(lock);
  if (done[0] && done[1] && done[2]) assert(x1 == x2 && x2 == x3);
  UNLOCK(lock);
  return a;
}
int main(void) {
  start(first, 0), start(second, 0), start(third, 0), start(check, 0);
  join_all();
}
