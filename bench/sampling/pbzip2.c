// SPDX-License-Identifier: Apache-2.0
// A producer hands blocks to two consumers. main waits until all blocks are written, and takes the queue down while a consumer may
// still have to unlock it.
#include "common.h"
enum { kBlocks = 3, kConsumers = 2 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static atomic_int produced, taken, output;
static atomic_bool gone;
static void* consume(void* a) {
  while (true) {
    assert(!gone);
    LOCK(lock);
    while (taken == produced && taken < kBlocks) pthread_cond_wait(&filled, &lock);
    if (taken == kBlocks) {
      UNLOCK(lock);
      return a;
    }
    ++taken;
    UNLOCK(lock);
    ++output;
  }
}
static void* produce(void* a) {
  for (int i = 0; i < kBlocks; ++i) LOCK(lock), ++produced, pthread_cond_broadcast(&filled), UNLOCK(lock);
  return a;
}
int main(void) {
  for (int i = 0; i < kConsumers; ++i) start(consume, i);
  start(produce, 0);
  while (output < kBlocks) {
  }
  gone = true;
  join_all();
}
