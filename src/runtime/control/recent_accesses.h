// SPDX-License-Identifier: Apache-2.0
// The accesses that happens_before.cpp remembers, and the short way to one that a thread makes again.
#pragma once

#include <algorithm>

#include "runtime/control/failures.h"
#include "runtime/control/meeting_times.h"
#include "runtime/control/world.h"

namespace heddle::control {

struct Entry {
  std::uint32_t next;
  std::uint32_t time;
  std::uint16_t thread;
  std::uint8_t bytes;  // mask
  bool write : 1;
  bool atomic : 1;
  bool meant : 1;    // in a region whose races are no failures
  bool leaving : 1;  // the last use by who has waited there: destroy makes it void
  bool random : 1;   // what was drawn by lot: touch_with_random
  std::uint64_t pc;
  std::uint64_t caller;  // or, where there are chains, that of the entry
};
extern Entry* entries __attribute__((visibility("hidden")));
// Who has called it: where somebody asks for more than one caller.
struct Chain {
  std::uint64_t frames;
  std::uint64_t pcs[schedule::KeptPlace::kFrames];
};
extern Chain* chains __attribute__((visibility("hidden")));  // of each entry, or null

// Where a thread's entry of an atomic access is, so that the next one like it finds it at once. It holds as long as no
// entry of an atomic access goes and no plain access joins one.
struct Recent {
  std::uint64_t key;
  std::uint64_t since;  // Tables::shape, when it was noted
  std::uint32_t entry;
  std::uint32_t how;  // how_of
};
constexpr std::size_t kRecents = 256;
extern Recent recents[kRecents] __attribute__((visibility("hidden")));

inline std::uint32_t how_of(const Controlled& self, std::uint8_t bytes, bool write) {
  return self.number | std::uint32_t{bytes} << 16 | std::uint32_t{write} << 24;
}
static_assert(kMaxThreads <= 1U << 16);
inline Recent& recent_of(std::uint64_t key, const Controlled& self, std::uint8_t bytes, bool write) {
  const std::size_t half = bytes > 0xf ? 2 : 0;  // two integers in a word are common
  return recents[(key * 4 + std::size_t{32} * self.number + half + write) % kRecents];
}

inline void stamp(Entry& entry, const Controlled& self, const void* pc) {
  entry.time = self.clock.at[self.number];
  entry.pc = reinterpret_cast<std::uintptr_t>(pc);
  entry.caller = self.depth > 0 && self.depth <= Controlled::kFrames ? self.frames[self.depth - 1] : 0;
  if (chains == nullptr) [[likely]]
    return;
  Chain& chain = chains[&entry - entries];
  const Place place = place_of(self, Action::read, 0, 0, pc);
  chain.frames = place.frames < schedule::KeptPlace::kFrames ? place.frames : schedule::KeptPlace::kFrames;
  std::copy_n(place.pcs, chain.frames, chain.pcs);
  entry.caller = reinterpret_cast<std::uintptr_t>(&chain);
}

inline void renew(Entry& entry, const Controlled& self, const void* pc) {
  will_change(entry);
  stamp(entry, self, pc);
}

// Is the atomic access one that the thread has made before, where all others were atomic too? Then its entry is brought up to
// date.
[[gnu::always_inline]] inline bool renewed_again(const Controlled& self, std::uint64_t address,
                                                 std::uint64_t size, bool write, const void* pc) {
  const std::uint64_t offset = address & 7, key = address >> 3;
  if (offset + size > 8 || are_times_told()) [[unlikely]]
    return false;
  const auto bytes = static_cast<std::uint8_t>(((1U << size) - 1) << offset);
  const Recent& recent = recent_of(key, self, bytes, write);
  if (recent.key != key || recent.since != world.tables.shape || recent.how != how_of(self, bytes, write))
    return false;
  renew(entries[recent.entry], self, pc);
  return true;
}

}  // namespace heddle::control
