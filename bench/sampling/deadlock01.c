// SPDX-License-Identifier: Apache-2.0
// Two locks in two orders.
#include "common.h"
static pthread_mutex_t a_lock = PTHREAD_MUTEX_INITIALIZER, b_lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;
static void* one(void* a) {
  LOCK(a_lock), LOCK(b_lock), ++counter, UNLOCK(b_lock), UNLOCK(a_lock);
  return a;
}
static void* two(void* a) {
  LOCK(b_lock), LOCK(a_lock), --counter, UNLOCK(a_lock), UNLOCK(b_lock);
  return a;
}
int main(void) {
  start(one, 0), start(two, 0);
  join_all();
}
