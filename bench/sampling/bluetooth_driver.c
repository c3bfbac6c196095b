// SPDX-License-Identifier: Apache-2.0
// A driver is stopped while a request, which main makes, is between its check and its work.
#include "common.h"
static atomic_int pending = 1;
static atomic_bool stopping, stopped, event;
static void leave(void) {
  if (--pending == 0) event = true;
}
static void* stop(void* a) {
  stopping = true;
  leave();
  if (event) stopped = true;
  return a;
}
int main(void) {
  start(stop, 0);
  if (!stopping) {
    ++pending;
    assert(!stopped);
  }
  leave();
  join_all();
}
