// SPDX-License-Identifier: Apache-2.0
// A driver is stopped while a request is between its check and its work.
#include "common.h"
static atomic_int pending = 1;
static atomic_bool stopping, stopped, event;
static bool enter(void) {
  if (stopping) return false;
  ++pending;
  return true;
}
static void leave(void) {
  if (--pending == 0) event = true;
}
static void* request(void* a) {
  if (enter()) {
    assert(!stopped);
    leave();
  }
  return a;
}
static void* stop(void* a) {
  stopping = true;
  leave();
  if (event) stopped = true;
  return a;
}
int main(void) {
  start(request, 0), start(stop, 0);
  join_all();
}
