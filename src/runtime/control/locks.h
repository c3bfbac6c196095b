// SPDX-License-Identifier: Apache-2.0
// What locks, condition variables, semaphores, barriers and futexes have in common, as the scheduler plays
// them: the real ones are never touched while threads are controlled.
#pragma once

#include "runtime/control/loops.h"

namespace heddle::control {

inline std::uint64_t number(const volatile void* address) {
  return reinterpret_cast<std::uintptr_t>(address);
}

inline Operation on(const Object& object, bool write) {
  Operation operation;
  operation.count = 1;
  operation.accesses[0] = {object.number, write};
  return operation;
}
inline void note_before(Operation& operation, const Object& object) {
  operation.before = content(object);
  operation.readers = object.readers;
  if (object.counts) {
    operation.available = object.count > 0 ? 3 : 0;
    return;
  }
  operation.available = static_cast<std::uint8_t>(object.owner != kNoThread ? 0
                                                  : object.readers != 0     ? 2
                                                                            : 3);
}

// An operation on a lock that a loop may wait by: what it finds is noted before it, what it leaves at the end.
class Look {
 public:
  // `stubbed`: called with the registers of the hook's caller.
  Look(Object& object, Operation& operation, const void* pc, bool stubbed) : object_(object), pc_(pc) {
    Controlled& self = *world.current;
    if (stubbed && self.visits_count != 0) state_ = look_for_loop(self, operation, object, pc);
  }
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

// hooks_locks.cpp
void misuse(const char* what, const volatile void* lock, const void* pc);
void take(Object& object, Operation& operation);  // the current thread becomes its owner

// waiters.cpp: an object's queue of waiting threads, first come first
void enqueue(Object& object, Controlled& thread);
bool dequeue(Object& object, Controlled& thread);  // false: it is not there
Controlled& waiter(Object& object, unsigned which);
void wake(Object& queue, Controlled& thread);

}  // namespace heddle::control
