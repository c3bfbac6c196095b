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
ContextId set_of_one(Thread& thread, std::uint64_t lock);  // held alone and exclusively
// Both, as a number of its own that is small enough to stand beside every access. Programs with more than two
// million such places lose the locks, then the stacks, of further ones; never a finding.
inline constexpr std::uint32_t kMaxOrigins = 1 << 21;
OriginId make_origin(Thread& thread, const void* pc);
Origin origin_of(OriginId origin);
// What the thread waits for from now on, for whoever stops a program that does not go on.
void note_wait(const Thread& thread, Waits what, std::uint64_t number = 0, Origin at = {},
               bool in_time = false);

// A thread's cache of them. Who holds nothing finds the origin by its place, an instruction and a stack. Who holds locks
// finds the place's number, and by that the origin in a row of the set of locks: a program with a table of locks has as
// many origins of each place, and so those of one critical section are side by side, few bytes each. Two places with one
// key would share a stack in a report; no verdict depends on it.
struct PlaceKey {
  std::uint64_t hash;
  std::uint32_t key;
  PlaceKey(const void* pc, ContextId caller)
      : hash(mixed(reinterpret_cast<std::uintptr_t>(pc) ^ std::uint64_t{caller} << 40)),
        key(static_cast<std::uint32_t>(hash >> 24) | 1) {}
};
// Whether the contexts of all frames are known. That of the innermost is, if it was called from here before.
inline bool is_verified(Thread& thread) {
  const std::uint32_t last = thread.depth - 1;
  if (last < thread.verified) [[likely]]
    return true;
  if (last != thread.verified || last >= kMaxDepth) return false;
  const Frame& frame = thread.frames[last];
  if (frame.context == 0 || frame.parent != (last > 0 ? thread.frames[last - 1].context : 0)) return false;
  thread.verified = last + 1;
  return true;
}
__attribute__((always_inline)) inline OriginId origin_at(Thread& thread, const void* pc) {
  if (is_verified(thread)) [[likely]] {
    const PlaceKey at(pc, thread.frames[thread.depth - 1].context);
    if (thread.held_count == 0) {
      const OriginCacheEntry& entry = thread.origin_cache->origin[at.hash % OriginCache::kOrigins];
      if (entry.key == at.key) [[likely]]
        return entry.origin;
    } else if (const OriginRow* row = __atomic_load_n(&thread.origin_row, __ATOMIC_RELAXED)) {
      const PlaceEntry& place = thread.origin_cache->place[at.hash % OriginCache::kPlaces];
      const OriginId origin = row->origin[place.number];
      if (place.key == at.key && origin != 0) [[likely]]
        return origin;
    }
  }
  return make_origin(thread, pc);
}
// The row of a set that is not empty.
OriginRow* row_of(Thread& thread, ContextId locks);
std::uint64_t innermost(ContextId context);  // return address of its innermost frame, 0 if there is none

}  // namespace heddle::runtime
