// SPDX-License-Identifier: Apache-2.0
// Stopping before visible operations, and going on: core.cpp.
#pragma once

#include <cstdint>
#include <new>

#include "runtime/control/histories.h"
#include "runtime/control/loops.h"
#include "runtime/control/robustness.h"
#include "runtime/control/world.h"

namespace heddle::control {

struct Controlled;

void prepare(Shared* shared);  // once a process
// Runs `function` as thread 0 under the scheduler. True: to the end; false: given up or failed.
bool execute(void (*function)(void*), void* argument);
// Where the thread's next operation stands while it waits for its turn: made there, it need not be copied there. It
// holds until the thread comes to another one.
inline Operation& new_operation(const Controlled& self, std::uint32_t object, bool may_write) {
  Operation& operation = world.views[self.number].next;
  operation.renew();
  operation.count = 1;
  operation.accesses[0] = {object, may_write};
  return operation;
}
// Stops in front of the operation until it is this thread's turn.
void reach(Operation& operation, Object* object, Action action, std::uint64_t address, const void* pc,
           std::uint8_t size = 0);
unsigned outcome(unsigned count);
void note_performed(bool has_value, std::uint64_t value);  // while an execution is recorded
[[gnu::always_inline]] inline void performed(const Operation& operation, bool has_value = false,
                                             std::uint64_t value = 0) {
  Controlled& self = *world.current;
  if (Object* object = self.waits_for) {
    stamp(*object, operation.accesses[0].write);
    meet_time(self.clock, *object, operation.accesses[0].write);
  }
  if (self.call_times != nullptr) [[unlikely]]
    call_performed(self);
  world.scheduler->performed(operation);
  if (is_watched_closely()) [[unlikely]]
    watch_performed(operation);
  if (world.recording) [[unlikely]]
    note_performed(has_value, value);
}
void blocked_until_resumed(const Operation& operation, Object* object);
void resume(Controlled& thread);  // it goes on, unseen, to its next visible operation
Controlled& spawn(void* (*start)(void*), void* argument, const void* pc);
[[noreturn]] void leave_thread(void* result);  // the current one ends
void order(Controlled& earlier, Controlled& later);
void wait_for_others();       // the process's end: until nobody else can go on
[[noreturn]] void abandon();  // this execution

// A thread that has stopped could go on, if it were its turn. It changes nothing.
bool is_ready(Controlled& thread, const Operation& operation, bool nothing_else);  // readiness.cpp
inline bool is_surely_ready(const Controlled& thread) {                            // whatever the others do
  return thread.state == Controlled::State::stopped && thread.is_sure && thread.number != world.in_vain;
}
bool waits_for_turn(const Controlled& thread);
bool is_alone();  // all others have ended, or not yet begun

}  // namespace heddle::control
