// SPDX-License-Identifier: Apache-2.0
// Numbers are kept by a server as texts: to add to one, a worker finds it, reads it and replaces it, each under the lock of the
// cache. Two workers with five requests each, one of which is for the same number.
#include "common.h"
enum { kRequests = 5 };
static pthread_mutex_t cache = PTHREAD_MUTEX_INITIALIZER, statistics = PTHREAD_MUTEX_INITIALIZER;
static atomic_int numbers[2 * kRequests], requests;
static void add(int which) {
  LOCK(cache);
  const int before = numbers[which];
  UNLOCK(cache);
  LOCK(statistics), ++requests, UNLOCK(statistics);
  LOCK(cache);
  numbers[which] = before + 1;
  UNLOCK(cache);
}
static void* serve(void* a) {
  const int self = (int)(intptr_t)a;
  for (int i = 0; i < kRequests; ++i) add(i == 3 ? 0 : 1 + i + self * (kRequests - 1));
  return a;
}
int main(void) {
  start(serve, 0), start(serve, 1);
  join_all();
  assert(numbers[0] == 2);
}
