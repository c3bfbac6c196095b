// SPDX-License-Identifier: Apache-2.0
// Calls that wait for something outside of the program: how a thread gives up its turn until the call would return at
// once. What is published there, and why: hooks_outside.cpp.
#pragma once

#include <cerrno>

#include "runtime/control/core.h"
#include "runtime/control/hooks.h"
#include "runtime/control/loops.h"
#include "runtime/control/outside_objects.h"
#include "runtime/control/touch.h"

namespace heddle::control {

// Makes the call without waiting: false if it would have to wait.
template <class Call>
bool attempt(void* call) {
  return (*static_cast<Call*>(call))();
}

// Returns when the call was made, or its time has run out. Without a name it is no doubt.
template <class Call>
void wait_outside(const char* name, bool timed, const void* pc, Call call) {
  Controlled& self = *world.current;
  if (name != nullptr) doubt(Doubt::blocking_call, name);
  Object& object = object_of(OutsideObject::waited_for);
  Operation operation;
  operation.count = 1;
  operation.accesses[0] = {object.number, true};
  operation.need = Need::outside;
  self.outside = {attempt<Call>, &call, timed, false};
  reach(operation, &object, Action::receive, 0, pc);
  if (object.published_any) acquire_from(self, object.published);
  publish(self, object, true);
  effect();
  performed(operation);
}

// The call itself, again and again, as long as it says that it would have to wait.
template <class Call>
long until_done(const char* name, const void* pc, bool (*would_wait)(long), Call call) {
  long result = 0;
  wait_outside(name, false, pc, [&] {
    result = call();
    return !would_wait(result);
  });
  return result;
}
inline bool is_again(long result) {
  return result < 0 && (errno == EAGAIN || errno == EACCES || errno == ENOMSG);
}
inline bool is_nobody(long result) { return result == 0; }

// A call that never waits: it gives something up, or says at once that it could not have it. It is made when the turn
// has come and all is published that whoever gets the thing then must know.
template <class Call>
long at_once(const char* name, const void* pc, Call call) {
  wait_outside(name, false, pc, [] { return true; });
  return call();
}

}  // namespace heddle::control
