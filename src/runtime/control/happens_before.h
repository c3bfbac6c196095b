// SPDX-License-Identifier: Apache-2.0
// What happens before what (clocks.cpp), and the races that this leaves (happens_before.cpp).
#pragma once

#include <cstdint>

#include "runtime/control/failures.h"
#include "runtime/control/objects.h"
#include "runtime/control/shared.h"

namespace heddle::control {

struct Controlled;

// Of what is remembered of accesses: how much is used, and what is free to be used again.
struct Tables {
  std::size_t words_used = 0;
  std::uint32_t entries_used = 0;
  std::uint32_t entries_free = ~std::uint32_t{0};
  std::uint64_t shape = 1;  // what it counts stands in recent_accesses.h
};

// Vector clock of C11's happens-before; entries up to World::threads.
struct Clock {
  std::int64_t time;  // nanoseconds that passed: it slept, or waited in vain
  std::uint32_t at[kMaxThreads];
};

// An operation on an object comes after those that changed it before, and so does the time on the thread's clock, though
// nothing else need be ordered by it. One that only changes it may take effect later than the thread goes on.
inline void meet_time(Clock& clock, Object& object, bool changes) {
  if (changes)
    object.time = object.time < clock.time ? clock.time : object.time;
  else
    clock.time = clock.time < object.time ? object.time : clock.time;
}

void tick(Controlled& thread);
void acquire_from(Controlled& thread, const Clock* published);
void publish(Controlled& thread, Object& object, bool joining);
// Under any memory model, and the thread's time goes on as it did: only what it knows is left there.
void leave_clock(const Controlled& thread, Object& object, bool joining);
void publish_shared(Controlled& thread, Object& object);
void fence(int memory_order);
void inherit(Controlled& from, Controlled& to);
// Checks for races and remembers the access.
// True: there are atomic accesses of these bytes.
bool access(std::uint64_t address, std::uint64_t size, bool write, bool atomic, const void* pc);
void access_atomic(Object& object, std::uint64_t address, std::uint64_t size, int memory_order, bool reads,
                   bool writes, const void* pc);
// Does every atomic access of these bytes so far happen before what this thread does next?
bool happens_after_atomics(std::uint64_t address, std::uint64_t size);
// A call that needs the memory, but neither reads nor writes it: no race but with its end.
void note_use(std::uint64_t address, std::uint64_t size, const void* pc);
// A thread has waited for the object here and returns: a use, until a destroy, which waits for it.
void access_leaving(std::uint64_t address, std::uint64_t size, const void* pc);
void forget_leaving(std::uint64_t address, std::uint64_t size);
// A write of what was drawn by lot: one choice is tried, so whoever reads it before it is written again has a doubt.
void touch_with_random(const void* address, std::size_t bytes, const char* call, const void* pc);
void access_by_free(std::uint64_t address, std::uint64_t size, const void* pc);
void forget_accesses();
// Memory cannot be accessed as before any more: whatever anybody did to it must have happened before. `ends`: how it
// ends for good; Action::write: it does not.
void range_ends(std::uint64_t address, std::uint64_t size, bool write, Action ends, const void* pc);
void forget_accesses_of(std::uint64_t address, std::uint64_t size);
void make_visible(std::uint64_t word);  // from the next search on
bool is_visible(std::uint64_t word);
// Adds the racy words in this range to what the operation touches; false: there are none.
bool add_racy(Operation& operation, std::uint64_t address, std::uint64_t size, bool write);

}  // namespace heddle::control
