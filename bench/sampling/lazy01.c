// SPDX-License-Identifier: Apache-2.0
// Two additions under a lock; a third thread believes that not both were made.
#include "common.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int data;
static void* add(void* a) {
  LOCK(lock), data += (int)(intptr_t)a, UNLOCK(lock);
  return a;
}
static void* check(void* a) {
  LOCK(lock);
  assert(data < 3);
  UNLOCK(lock);
  return a;
}
int main(void) {
  start(add, 1), start(add, 2), start(check, 0);
  join_all();
}
