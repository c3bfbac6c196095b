// SPDX-License-Identifier: Apache-2.0
// One buffer is appended to another: its length is asked for, and then its characters, each under its lock. In between it is erased.
#include "common.h"
enum { kLength = 3 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int length = kLength, characters[kLength];
static void* erase_and_append(void* a) {
  LOCK(lock), length = 0, UNLOCK(lock);
  LOCK(lock);
  for (int i = 0; i < kLength; ++i) characters[i] = 'a' + i;
  length = kLength;
  UNLOCK(lock);
  return a;
}
int main(void) {
  start(erase_and_append, 0);
  LOCK(lock);
  const int wanted = length;
  UNLOCK(lock);
  LOCK(lock);
  assert(wanted <= length);
  int sum = 0;
  for (int i = 0; i < wanted; ++i) sum += characters[i];
  UNLOCK(lock);
  join_all();
  return sum == -1;
}
