// SPDX-License-Identifier: Apache-2.0
// What locks, condition variables, semaphores, barriers and futexes have in common, as the scheduler plays
// them: the real ones are never touched while threads are controlled. What a call does is the rule book's to
// say (src/sync); here are the objects' states, who waits in which queue, and what an answer does to them.
#pragma once

#include "runtime/control/core.h"
#include "runtime/control/lives.h"
#include "runtime/control/loops.h"
#include "runtime/control/rules.h"
#include "runtime/control/waiters.h"

namespace heddle::control {

static_assert(kNoThread == sync::kNobody);

inline Operation on(const Object& object, bool write) {
  Operation operation;
  operation.count = 1;
  operation.accesses[0] = {object.number, write};
  return operation;
}
// A call that looks at what is shared, or changes it, and orders nothing: one step.
inline void step_on(Object& object, bool changes, const void* pc, Action action) {
  Operation operation = on(object, changes);
  reach(operation, &object, action, 0, pc);
  effect();
  performed(operation);
}
inline void step_on(Object& object, bool changes, const void* pc) {
  step_on(object, changes, pc, changes ? Action::write : Action::read);
}
// Can it be had exclusively (1), shared (2)?
inline std::uint8_t available(const Object& object) {
  const sync::State& state = object.state;
  if (object.kind == sync::Object::semaphore) return state.count > 0 ? 3 : 0;
  if (state.owner != kNoThread) return 0;
  if (state.readers == 0) return 3;
  return state.prefers_writers && state.writers_waiting > 0 ? 0 : 2;
}
inline void note_before(Operation& operation, const Object& object) {
  operation.available = available(object);
  operation.before = content(object);
  operation.readers = object.state.readers;
}

// An operation on a lock that a loop may wait by: what it finds is noted before it, what it leaves at the end.
class Look {
 public:
  // `stubbed`: called with the registers of the hook's caller.
  Look(Object& object, Operation& operation, const void* pc, bool stubbed) : object_(object), pc_(pc) {
    Controlled& self = *world.current;
    if (stubbed && (self.visits_count != 0 || is_wait(pc)))
      state_ = look_for_loop(self, operation, object, pc);
  }
  std::uint64_t state() const { return state_; }
  void performs() { found_ = content(object_); }
  void performed(const Operation& operation) {
    control::performed(operation);
    Visit visit{.pc = number(pc_),
                .state = state_,
                .object = &object_,
                .found = found_,
                .writes = operation.accesses[0].write};
    keep_visit(*world.current, visit);
    if (operation.hold != 0) {  // to one reader it makes no difference how many there are
      visit.found = operation.hold > 0 ? 0 : 1;
      visit.left = 1 - visit.found;
    }
    push_visit(*world.current, visit);
  }

 private:
  Object& object_;
  const void* pc_;
  std::uint64_t state_ = 0;
  std::uint64_t found_ = 0;
};

}  // namespace heddle::control
