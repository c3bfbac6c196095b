// SPDX-License-Identifier: Apache-2.0
// Two threads that count themselves in take two locks in different orders if they meet.
#include "common.h"
static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static atomic_int inside_a, inside_b;
static void* one(void* a) {
  LOCK(first);
  if (++inside_a == 1) LOCK(second);
  UNLOCK(first);
  LOCK(first);
  if (--inside_a == 0) UNLOCK(second);
  UNLOCK(first);
  return a;
}
static void* other(void* a) {
  LOCK(second);
  if (++inside_b == 1) LOCK(first), UNLOCK(first);
  --inside_b;
  UNLOCK(second);
  return a;
}
int main(void) {
  start(one, 0), start(other, 0), start(other, 0);
  join_all();
}
