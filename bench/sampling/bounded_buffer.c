// SPDX-License-Identifier: Apache-2.0
// A bounded buffer of two places. SIDES 1: one producer and one consumer of ten items each, who ask outside of the lock whether they
// have to wait at all, and so may sleep through the only signal. SIDES 5: five of each, and one condition for both kinds, so that
// a signal may wake one who cannot go on.
#include "common.h"
enum { kRoom = 2, kItems = SIDES == 1 ? 10 : 3 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER, not_empty = PTHREAD_COND_INITIALIZER;
#if SIDES > 1
#define NOT_FULL not_empty
#else
#define NOT_FULL not_full
#endif
static atomic_int filled, waiting;
static void wait_for(pthread_cond_t* condition) {
  ++waiting;
  pthread_cond_wait(condition, &lock);
  --waiting;
}
static void tell(pthread_cond_t* condition, bool somebody) {
  if (somebody) pthread_cond_signal(condition);
}
static void* put(void* a) {
  for (int i = 0; i < kItems; ++i) {
    LOCK(lock);
    while (filled == kRoom) wait_for(&NOT_FULL);
    ++filled;
    if (SIDES > 1) tell(&not_empty, waiting > 0);
    UNLOCK(lock);
    if (SIDES == 1) tell(&not_empty, waiting > 0);
  }
  return a;
}
static void* take(void* a) {
  for (int i = 0; i < kItems; ++i) {
    LOCK(lock);
    bool empty = filled == 0;
    if (SIDES == 1 && empty) UNLOCK(lock), LOCK(lock);  // it meant to look again
    while (empty) {
      wait_for(&not_empty);
      empty = filled == 0;
    }
    --filled;
    if (SIDES > 1) tell(&NOT_FULL, waiting > 0);
    UNLOCK(lock);
    if (SIDES == 1) tell(&NOT_FULL, waiting > 0);
  }
  return a;
}
int main(void) {
  for (int i = 0; i < SIDES; ++i) start(put, i);
  for (int i = 0; i < SIDES; ++i) start(take, i);
  join_all();
}
