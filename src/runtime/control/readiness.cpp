// SPDX-License-Identifier: Apache-2.0
// Whether a thread that stands in front of its next visible operation could carry it out now.
#include "runtime/control/calls.h"
#include "runtime/control/core.h"
#include "runtime/control/histories.h"
#include "runtime/control/locks.h"
#include "runtime/control/loops.h"

namespace heddle::control {
namespace {

bool can_have_lock(const Controlled& thread, const Operation& operation) {
  return (available(*thread.waits_for) & (operation.need == Need::exclusive ? 1 : 2)) != 0;
}

}  // namespace

bool is_ready(Controlled& thread, const Operation& operation, bool nothing_else) {
  if (thread.call_threads > 0 && stands_still(thread)) [[unlikely]]
    return false;
  if (operation.awaited > 0 && changes(thread) == 0 &&
      !(nothing_else && (thread.hurries || is_awaited(thread))))
    return false;
  switch (operation.need) {
    case Need::nothing:
      return true;
    case Need::event:
      return false;
    case Need::outside: {
      Outside& outside = thread.outside;
      world.active = false;  // the call is made here, for the thread
      outside.done = outside.done || outside.attempt(outside.call);
      world.active = true;
      return outside.done || (outside.timed && nothing_else);
    }
    case Need::exclusive:
    case Need::shared:
      return can_have_lock(thread, operation);
  }
  return false;
}

bool waits_for_turn(const Controlled& thread) {
  const Operation& operation = world.views[thread.number].next;
  switch (operation.need) {
    case Need::nothing:
      return operation.awaited == 0;
    case Need::event:
    case Need::outside:
      return false;
    case Need::exclusive:
    case Need::shared:
      return can_have_lock(thread, operation);
  }
  return false;
}

bool is_alone() {
  for (Thread number = 0; number < world.threads; ++number) {
    const Controlled& thread = *world.all[number];
    if (&thread != world.current && thread.state != Controlled::State::absent &&
        thread.state != Controlled::State::ended)
      return false;
  }
  return true;
}

}  // namespace heddle::control
