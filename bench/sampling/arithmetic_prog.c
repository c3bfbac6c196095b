// SPDX-License-Identifier: Apache-2.0
// Two threads hand a number to and fro; a lost signal is made up for by luck only.
#include "common.h"
enum { kLast = 4 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int number;
static atomic_int total;
static bool flag;
static void* produce(void* a) {
  for (int i = 0; i < kLast; ++i) {
    LOCK(lock);
    if (flag) pthread_cond_wait(&changed, &lock);  // `if` for `while`
    number = i + 1;
    flag = true;
    pthread_cond_signal(&changed);
    UNLOCK(lock);
  }
  return a;
}
static void* consume(void* a) {
  for (int i = 0; i < kLast; ++i) {
    LOCK(lock);
    if (!flag) pthread_cond_wait(&changed, &lock);
    total += number;
    flag = false;
    pthread_cond_signal(&changed);
    UNLOCK(lock);
  }
  return a;
}
int main(void) {
  start(produce, 0), start(consume, 0), start(consume, 0);
  pthread_join(started[0], NULL), pthread_join(started[1], NULL);
  assert(total <= kLast * (kLast + 1) / 2);
  _Exit(0);
}
