// SPDX-License-Identifier: Apache-2.0
// A sender and a receiver take turns by two flags, each trying seven times: a try that comes at the wrong time is lost, and the
// receiver then expects another number than comes next.
#include "common.h"
enum { kSize = 10, kTries = 7 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int buffer[kSize], first, next;
static atomic_bool may_send = true, may_receive;
static void* send(void* a) {
  for (int i = 0; i < kTries; ++i) {
    LOCK(lock);
    if (may_send) {
      buffer[next] = i;
      next = (next + 1) % kSize;
      may_send = false;
      may_receive = true;
    }
    UNLOCK(lock);
  }
  return a;
}
static void* receive(void* a) {
  for (int i = 0; i < kTries; ++i) {
    LOCK(lock);
    if (may_receive) {
      assert(buffer[first] == i);
      ++first;
      may_receive = false;
      may_send = true;
    }
    UNLOCK(lock);
  }
  return a;
}
int main(void) {
  start(send, 0), start(receive, 0);
  join_all();
}
