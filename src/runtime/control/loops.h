// SPDX-License-Identifier: Apache-2.0
// Loops that wait: loops.cpp says when a thread is in one.
#pragma once

#include "runtime/control/calls.h"
#include "runtime/control/world.h"

namespace heddle::control {

// Before an operation on the object, called with the registers of the hook's caller: if the thread is in a
// loop that waits, the operation waits for a change. Returns the state for the visit to come; 0: none.
std::uint64_t look_for_loop(Controlled& self, Operation& operation, Object& object, const void* pc,
                            bool reads = true);

// After it was performed, with what it found and left there: the value of an atomic of up to eight bytes; of
// anything else its content.
void visited(Controlled& self, Visit visit);
// It did something that is not undone: no loop that waits goes through it.
inline void effect() { world.current->visits_count = 0; }

// The same, if it called what may have done so.
inline void note_calls(Controlled& self) {
  if (heddle_called_outside == 0) [[likely]]
    return;
  heddle_called_outside = 0;
  self.visits_count = 0;
}

std::uint64_t content(const Object& object);  // of a lock or semaphore
void stamp(Object& object, bool writes);
// Which of what the thread awaits is not as it was seen.
std::uint8_t changes(const Controlled& thread);
// Another thread waits for what this one would change and change back.
bool is_awaited(const Controlled& thread);

}  // namespace heddle::control
