// SPDX-License-Identifier: Apache-2.0
// Loops that wait: loops.cpp says when a thread is in one.
#pragma once

#include "runtime/control/calls.h"
#include "runtime/control/waypoints.h"
#include "runtime/control/world.h"

namespace heddle::control {

// Before an operation on the object, called with the registers of the hook's caller: if the thread is in a
// loop that waits, the operation waits for a change. Returns the state for the visit to come; 0: none.
std::uint64_t look_for_loop(Controlled& self, Operation& operation, Object& object, const void* pc,
                            bool reads = true);

// Is it known that a loop waits here? Then the first round counts as well.
inline bool is_wait(const void* pc) {
  const Shared& shared = *world.shared;
  const auto place = reinterpret_cast<std::uintptr_t>(pc);
  if (shared.waits_visible == 0 || (shared.waits_mask >> (place & 63) & 1) == 0) [[likely]]
    return false;
  for (std::uint32_t i = 0; i < shared.waits_visible; ++i)
    if (shared.waits[i] == place) return true;
  return false;
}
void make_waits_visible(Shared& shared);  // between searches
// Under a memory model: a loop was left out that takes a lock and gives it back; somebody does not wait for one.
void note_lock_round(Shared& shared);
void note_lock_try(Shared& shared);
// Before such an operation is performed.
void keep_before_round(Controlled& self, const Object& object);

std::uint64_t content(const Object& object);  // of a lock or semaphore
// After it was performed, with what it found there (the value of an atomic of up to eight bytes; of anything else
// its content): adds what it left.
[[gnu::always_inline]] inline void keep_visit(const Controlled& self, Visit& visit) {
  visit.step = world.steps;
  if (visit.memory == nullptr) visit.left = content(*visit.object);
  visit.stamp_found = self.stamp_found;
  visit.stamp_left = visit.object->stamp;
  visit.looks = self.looks;
  visit.time = self.clock.time;
}
void push_visit(Controlled& self, const Visit& visit);
// It did something that is not undone: no loop that waits goes through it.
void forget_visits(Controlled& self);
// A place for one of up to eight bytes, to be made there.
[[gnu::always_inline]] inline Visit& new_visit(Controlled& self) {
  if (self.visits_count == Controlled::kVisits) [[unlikely]] {
    self.failed.exists = false;
    forget_visits(self);
  }
  Visit& visit = self.visits[self.visits_count];
  if (self.visits_count++ < self.visits_kept) will_change(visit);
  return visit;
}
inline void effect() {
  if (world.current->visits_count != 0) forget_visits(*world.current);
}
void note_write(Controlled& self, std::uint64_t address, std::uint64_t size);  // plain, not of its stack

// The same, if it called what may have done so.
inline void note_calls(Controlled& self) {
  if (heddle_called_outside == 0) [[likely]]
    return;
  heddle_called_outside = 0;
  forget_visits(self);
}

inline void stamp(Object& object, bool writes) {
  const std::uint64_t stamp = ++world.stamps;
  object.stamp = (writes ? stamp : object.stamp >> 32) << 32 | stamp;
}
// For bounds.cpp: the state of a thread inside of a hook that kept the registers it was called with, and whether
// since the visit it has undone all that it did, or was near anything that others wrote meanwhile.
void keep_registers(Controlled& self);
std::uint64_t kept_state(const Controlled& self);
bool is_undone(const Controlled& self, std::uint32_t visit);
bool has_met_others(const Controlled& self, std::uint32_t visit);
// A try that fails once more fails as it did before: the thread is back in the same state, and has given back what
// it took meanwhile.
bool has_come_back(const Controlled& self, const Object& object, const void* pc, std::uint64_t state);
void await_again(Controlled& self, std::uint32_t visit);    // what the round since the visit looked at
void renew_stamps(Controlled& self, const Object& object);  // of what it awaits: it has touched that itself

// Which of what the thread awaits is not as it was seen.
std::uint8_t changes(const Controlled& thread);
// Another thread waits for what this one would change and change back.
bool is_awaited(const Controlled& thread);

}  // namespace heddle::control
