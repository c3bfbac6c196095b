// SPDX-License-Identifier: Apache-2.0
// A signal before the wait is lost.
#include "common.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t full = PTHREAD_COND_INITIALIZER, empty = PTHREAD_COND_INITIALIZER;
static int number;
static void* produce(void* a) {
  LOCK(lock);
  if (number > 0) pthread_cond_wait(&empty, &lock);
  ++number;
  UNLOCK(lock);
  pthread_cond_signal(&full);
  return a;
}
static void* consume(void* a) {
  LOCK(lock);
  if (number == 0) pthread_cond_wait(&full, &lock);
  --number;
  assert(number >= 0);
  UNLOCK(lock);
  pthread_cond_signal(&empty);
  return a;
}
int main(void) {
  start(produce, 0), start(consume, 0), start(consume, 0);
  join_all();
}
