// SPDX-License-Identifier: Apache-2.0
// A bounded buffer with one condition for both sides and signals that wake one.
#include "common.h"
enum { kRoom = 1, kItems = 2 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int filled;
static void* put(void* a) {
  for (int i = 0; i < kItems; ++i) {
    LOCK(lock);
    while (filled == kRoom) pthread_cond_wait(&changed, &lock);
    ++filled;
    pthread_cond_signal(&changed);
    UNLOCK(lock);
  }
  return a;
}
static void* take(void* a) {
  for (int i = 0; i < kItems; ++i) {
    LOCK(lock);
    while (filled == 0) pthread_cond_wait(&changed, &lock);
    --filled;
    pthread_cond_signal(&changed);
    UNLOCK(lock);
  }
  return a;
}
int main(void) {
  start(put, 0), start(put, 0), start(take, 0), start(take, 0);
  join_all();
}
