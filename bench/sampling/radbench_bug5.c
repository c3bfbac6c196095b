// SPDX-License-Identifier: Apache-2.0
// A cache of four monitors, taken in the order of their names but for the last, which a callback takes while it has the cache's own:
// three threads of many steps deadlock if two of them meet there.
#include "common.h"
enum { kMonitors = 4, kRounds = 3 };
static pthread_mutex_t monitors[kMonitors] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                              PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static atomic_int uses[kMonitors];
static void* enter(void* a) {
  const int self = (int)(intptr_t)a;
  for (int round = 0; round < kRounds; ++round) {
    for (int i = 0; i < kMonitors; ++i) LOCK(monitors[i]), ++uses[i], UNLOCK(monitors[i]);
    const int outer = self == 2 && round == 1 ? 3 : 0, inner = 3 - outer;
    LOCK(monitors[outer]);
    ++uses[outer];
    LOCK(monitors[inner]);
    ++uses[inner];
    UNLOCK(monitors[inner]);
    UNLOCK(monitors[outer]);
  }
  return a;
}
int main(void) {
  for (int i = 0; i < 3; ++i) start(enter, i);
  join_all();
}
