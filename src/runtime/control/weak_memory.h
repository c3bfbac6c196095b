// SPDX-License-Identifier: Apache-2.0
// Atomics under a memory model weaker than sequential consistency: their values come from world.memory, not from
// memory. Plain memory is real memory: whatever a plain access must see has been done before it in any order
// that the execution allows, until there is a race, and a race is a finding.
//
// Memory holds, of each atomic, the last write so far in the order of its writes; so plain code that reads an
// atomic after all its writes sees the right value. A plain write to an atomic (its initialisation, mostly) begins
// a new location, whose initial value is what memory then holds.
#pragma once

#include "runtime/control/thread.h"
#include "schedule/memory.h"

namespace heddle::control {

// The operation, from its turn to its effect. `blocked` never comes back. Values of more than eight bytes are numbers of
// wide_values.h.
AtomicAnswer perform_weakly(AtomicRequest& request, Object& object, volatile void* address, std::uint8_t size,
                            Action action, const void* pc);
// What a call does to a synchronisation object, as a guarded modification of a number that stands for its state:
//   mutex, spin lock      0 free, 1 held                       readers-writer lock  readers, or kWriter
//   semaphore             its value                            barrier              arrivals, rounds in the high half
//   condition             a bit for each thread that waits     once flag            0; 1 while it runs; 2: done
// One search then explores them and the atomics alike. Its turn, then what came of it.
inline constexpr std::uint64_t kWriter = std::uint64_t{1} << 32;
// `begun`: it is the other half of a call that began at this location_of(object), which may be gone or made anew.
AtomicAnswer modify_weakly(Object& object, const Modification& modification, std::uint64_t initial,
                           Action action, std::uint64_t address, const void* pc, std::uint32_t begun = 0);
std::uint32_t location_of(const Object& object);
void store_weakly(Object& object, std::uint64_t value, MemoryOrder order, Action action,
                  std::uint64_t address, const void* pc);
// Any other operation on one object, of which nothing is known but that it looks at it or changes it, where it is: each
// comes after all before it, in the run too. What hands over what its thread knows, and what takes it up, does so. First that it is about to come.
void touch_weakly(const Operation& operation, Action action, bool comes);
// One of several things that are not memory's to decide.
std::uint32_t choose_weakly(std::uint32_t count);
constexpr Modification taking(Modification::Kind kind, std::uint64_t operand, std::uint64_t mask,
                              bool waits) {
  Modification result{.kind = kind, .guarded = true, .waits = waits, .success = MemoryOrder::acquire};
  result.operand = operand;
  result.mask = mask;
  return result;
}
constexpr Modification changing(Modification::Kind kind, std::uint64_t operand, MemoryOrder order) {
  Modification result{.kind = kind, .success = order, .failure = order};
  result.operand = operand;
  return result;
}
// For those who wait in a queue: the thread's bit in it, and the wait until somebody takes it away.
std::uint64_t bit_of_waiter(const Controlled& thread);
// A timed wait, after may_come_back(): does it run out? It may as often as the bound says; beyond that is noted (bounds.h).
bool runs_out_weakly(Controlled& self, const void* pc);
constexpr Modification until_notified(std::uint64_t bit) {
  Modification result{.kind = Modification::Kind::none, .guarded = true, .waits = true};
  result.mask = bit;
  return result;
}
// What the kernel reads of an atomic.
std::uint64_t load_weakly(volatile void* address, std::uint8_t size, const void* pc);

// After an event of the thread: what happens before its next step.
void refresh_clock(Controlled& thread);
// What was the atomic here is another location from now on, with what memory holds.
void begin_anew(Object& object);
// These bytes were written by plain code: atomics in them begin anew.
void restart_locations(std::uint64_t address, std::uint64_t size);

}  // namespace heddle::control
