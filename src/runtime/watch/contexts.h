// SPDX-License-Identifier: Apache-2.0
// Call stacks as numbers. Function entry only pushes a return address; a number is made when one is asked
// for, by walking from the innermost frame that has one. Equal stacks have equal numbers, for ever.
#pragma once

#include "runtime/watch/thread.h"

namespace heddle::runtime {

// The number of the current stack with the instruction before `pc` as its innermost frame. Recursion is
// folded: a call site that is already among the last few frames takes the stack back to there, so stacks are
// finitely many.
ContextId stack_at(Thread& thread, const void* pc);
inline std::uint64_t mixed(std::uint64_t x) {
  x *= 0x9E3779B97F4A7C15U;
  return x ^ (x >> 32);
}
// The number of the set of locks held.
ContextId locks_of(Thread& thread);
// Both, as a number of its own that is small enough to stand beside every access. Programs with more than two
// million such places lose the locks, then the stacks, of further ones; never a finding.
inline constexpr std::uint32_t kMaxOrigins = 1 << 21;
OriginId make_origin(Thread& thread, const void* pc);
Origin origin_of(OriginId origin);
// What the thread waits for from now on, for whoever stops a program that does not go on.
void note_wait(const Thread& thread, Waits what, std::uint64_t number = 0, Origin at = {},
               bool in_time = false);

// A thread's cache of them: a row for each set of locks, so that a critical section finds its places side by
// side. Two places of one row with one key would share a stack in a report; no verdict depends on it.
struct OriginKey {
  std::size_t entry;
  std::uint32_t key;
  OriginKey(const void* pc, ContextId caller, ContextId locks) {
    const std::uint64_t place = mixed(reinterpret_cast<std::uintptr_t>(pc) ^ std::uint64_t{caller} << 40);
    const std::uint64_t set = mixed(locks);
    entry = locks == 0 ? kOriginRows * kOriginsPerRow + place % kFreeOrigins
                       : set % kOriginRows * kOriginsPerRow + place % kOriginsPerRow;
    key = static_cast<std::uint32_t>((place >> 24) + (set >> 8)) | 1;
  }
};
inline OriginId origin_at(Thread& thread, const void* pc) {
  const std::uint32_t depth = thread.depth;
  if (depth - 1 < thread.verified && (thread.held_set != 0 || thread.held_count == 0)) [[likely]] {
    const ContextId locks = thread.held_count == 0 ? 0 : thread.held_set;
    const OriginKey at(pc, thread.frames[depth - 1].context, locks);
    const OriginCacheEntry& entry = thread.origin_cache[at.entry];
    if (entry.key == at.key) [[likely]]
      return entry.origin;
  }
  return make_origin(thread, pc);
}
std::uint64_t innermost(ContextId context);  // return address of its innermost frame, 0 if there is none

}  // namespace heddle::runtime
