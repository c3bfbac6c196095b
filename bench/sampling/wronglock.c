// SPDX-License-Identifier: Apache-2.0
// One thread guards a variable by one lock, N others, created after it, by another one.
#include "common.h"
static pthread_mutex_t data_lock = PTHREAD_MUTEX_INITIALIZER, other_lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int value;
static void* one(void* a) {
  LOCK(data_lock);
  const int before = value;
  value = value + 1;
  assert(value == before + 1);
  UNLOCK(data_lock);
  return a;
}
static void* others(void* a) {
  LOCK(other_lock);
  value = value + 1;
  UNLOCK(other_lock);
  return a;
}
int main(void) {
  start(one, 0);
  for (int i = 0; i < N; ++i) start(others, 0);
  join_all();
}
