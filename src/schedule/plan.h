// SPDX-License-Identifier: Apache-2.0
// What a recorded execution's threads shall do in another order, as the process under control is told: `heddle predict
// --confirm`. Actions are those of event/operation.def. A place is a line of the source, by a number that only the
// two sides know; code addresses of a place are not known beforehand, but learnt from one run to the next.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace heddle::schedule {

inline constexpr std::uint32_t kNoPlace = 0;  // the recording, or debug information, does not tell
inline constexpr std::uint32_t kElsewhere = ~std::uint32_t{0};  // a line that the recording does not have

struct PlannedStep {
  std::uint32_t thread = 0;  // of the plan
  std::uint32_t place = kNoPlace;
  std::uint8_t action = 0;
};

// The n-th child, from 1, of a thread of the plan; thread 0 is main.
struct PlannedThread {
  std::uint32_t parent = 0;
  std::uint32_t child = 0;
  bool meets = false;  // it has a part in what is predicted
};

struct KnownStack {
  std::uint64_t key = 0;
  std::uint32_t place = kNoPlace;
};

// Where an access is, for a race that is not what is looked for: the code that does it and, where that is a library's,
// who has called it, the innermost first.
struct KeptPlace {
  static constexpr std::size_t kFrames = 6;
  std::uint64_t frames = 0;
  std::uint64_t pcs[kFrames] = {};

  bool is_of(std::span<const std::uint64_t> stack) const {
    return frames <= stack.size() && std::equal(pcs, pcs + frames, stack.begin());
  }
  bool operator==(const KeptPlace&) const = default;
};
struct KeptRace {
  KeptPlace first, second;
  bool operator==(const KeptRace&) const = default;
};
inline KeptPlace kept_place(std::span<const std::uint64_t> frames) {
  KeptPlace place{.frames = std::min(frames.size(), KeptPlace::kFrames)};
  std::copy_n(frames.begin(), place.frames, place.pcs);
  return place;
}

inline std::uint64_t stack_key(std::span<const std::uint64_t> stack) {
  std::uint64_t key = 0xcbf29ce484222325;
  for (const std::uint64_t pc : stack) key = (key ^ pc) * 0x100000001b3 + (key >> 29);
  return key;
}

}  // namespace heddle::schedule
