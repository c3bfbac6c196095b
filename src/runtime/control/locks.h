// SPDX-License-Identifier: Apache-2.0
// What locks, condition variables, semaphores, barriers and futexes have in common, as the scheduler plays
// them: the real ones are never touched while threads are controlled.
#pragma once

#include "runtime/control/world.h"

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
  if (object.counts) {
    operation.available = object.count > 0 ? 3 : 0;
    return;
  }
  operation.available = static_cast<std::uint8_t>(object.owner != kNoThread ? 0
                                                  : object.readers != 0     ? 2
                                                                            : 3);
  operation.before = object.owner;
}
// Whatever a thread does to a lock ends a loop that only reads.
inline void effect() { world.current->visits_count = 0; }

// hooks_locks.cpp
void misuse(const char* what, const volatile void* lock, const void* pc);
void take(Object& object, Operation& operation);  // the current thread becomes its owner

// waiters.cpp: an object's queue of waiting threads, first come first
void enqueue(Object& object, Controlled& thread);
bool dequeue(Object& object, Controlled& thread);  // false: it is not there
Controlled& waiter(Object& object, unsigned which);
void wake(Object& queue, Controlled& thread);

}  // namespace heddle::control
