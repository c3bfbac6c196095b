// SPDX-License-Identifier: Apache-2.0
// Atomics under a memory model weaker than sequential consistency: their values come from world.memory, not from
// memory. Plain memory is real memory: whatever a plain access must see has been done before it in any order
// that the execution allows, until there is a race, and a race is a finding.
//
// Memory holds, of each atomic, the last write so far in the order of its writes; so plain code that reads an
// atomic after all its writes sees the right value. A plain write to an atomic (its initialisation, mostly) begins
// a new location, whose initial value is what memory then holds.
#pragma once

#include "runtime/control/world.h"
#include "schedule/memory.h"

namespace heddle::control {

// The operation, from its turn to its effect. `blocked` never comes back.
AtomicAnswer perform_weakly(AtomicRequest request, volatile void* address, std::uint8_t size, Action action,
                            const void* pc);
// After an event of the thread: what happens before its next step.
void refresh_clock(Controlled& thread);
// These bytes were written by plain code: atomics in them begin anew.
void restart_locations(std::uint64_t address, std::uint64_t size);

}  // namespace heddle::control
