// SPDX-License-Identifier: Apache-2.0
// Parts of a file are fetched by three threads. Who is told to stop saves how far they are; what he saves is less than was written
// if one of them is between writing and counting.
#include "common.h"
enum { kThreads = 3, kBlocks = 4 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int written[kThreads], counted;
static void* fetch(void* a) {
  for (int i = 0; i < kBlocks; ++i) {
    ++written[(intptr_t)a];
    LOCK(lock), ++counted, UNLOCK(lock);
  }
  return a;
}
static void* save(void* a) {
  int sum = 0;
  LOCK(lock);
  const int saved = counted;
  for (int i = 0; i < kThreads; ++i) sum += written[i];
  assert(sum == saved);
  UNLOCK(lock);
  return a;
}
int main(void) {
  start(save, 0);
  for (int i = 0; i < kThreads; ++i) start(fetch, i);
  join_all();
}
