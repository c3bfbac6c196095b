// SPDX-License-Identifier: Apache-2.0
#include "threads.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int full, slot, taken;
static void* put(void* nothing) {
  slot = 42;
  pthread_mutex_lock(&lock);
  ++full;
  pthread_mutex_unlock(&lock);
  return nothing;
}
static void* take(void* nothing) {
  later(1);
  pthread_mutex_lock(&lock);
  int got = full > 0;
  if (got) --full;
  pthread_mutex_unlock(&lock);
  if (got) taken = slot;
  return nothing;
}
int main() { RUN(put, take); }
