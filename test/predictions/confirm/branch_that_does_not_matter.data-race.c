// SPDX-License-Identifier: Apache-2.0
// Only possible by the recording alone: the branch that the other count takes leads to the same access.
#include "threads.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int count, x, few, many;
static void* first(void* nothing) {
  x = 1;
  pthread_mutex_lock(&lock);
  ++count;
  pthread_mutex_unlock(&lock);
  return nothing;
}
static void* second(void* nothing) {
  later(1);
  pthread_mutex_lock(&lock);
  if (count > 0)
    ++many;
  else
    ++few;
  pthread_mutex_unlock(&lock);
  x = 2;
  return nothing;
}
int main() { RUN(first, second); }
