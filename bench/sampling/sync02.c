// SPDX-License-Identifier: Apache-2.0
// Two producers, two consumers and `if` for `while`.
#include "common.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int number;
static void* produce(void* a) {
  LOCK(lock);
  if (number > 0) pthread_cond_wait(&changed, &lock);
  ++number;
  assert(number == 1);
  pthread_cond_broadcast(&changed);
  UNLOCK(lock);
  return a;
}
static void* consume(void* a) {
  LOCK(lock);
  while (number == 0) pthread_cond_wait(&changed, &lock);
  --number;
  pthread_cond_broadcast(&changed);
  UNLOCK(lock);
  return a;
}
int main(void) {
  start(produce, 0), start(produce, 0), start(produce, 0), start(consume, 0), start(consume, 0),
      start(consume, 0);
  join_all();
}
