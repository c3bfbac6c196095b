// SPDX-License-Identifier: Apache-2.0
// Two stages under two locks: N - 1 threads may be between them when the last one, created after them, looks at both.
#include "common.h"
static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static atomic_int data1, data2;
static void* write_both(void* a) {
  LOCK(first), data1 = 1, UNLOCK(first);
  LOCK(second), data2 = data1 + 1, UNLOCK(second);
  return a;
}
static void* read_both(void* a) {
  LOCK(first);
  const int seen = data1;
  UNLOCK(first);
  if (seen == 0) return a;
  LOCK(second);
  assert(data2 == seen + 1);
  UNLOCK(second);
  return a;
}
int main(void) {
  for (int i = 0; i < N - 1; ++i) start(write_both, 0);
  start(read_both, 0);
  join_all();
}
