// SPDX-License-Identifier: Apache-2.0
// Races that are no failures because somebody asked to go on after them: which they are is told at the end. Of two places
// that race the first time counts, whatever the memory. Noted once for the whole search; memory and time are bounded by
// kMost, and more than that are only counted as "more".
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/control/recorded.h"

namespace heddle::control {

struct PassedRace {
  std::uint64_t address;
  std::uint32_t size;
  bool is_on_stack;
  Place places[2];
  Place block;  // of the heap; of size 0: it is not there
  StackWindow window;
};

struct PassedRaces {
  static constexpr std::size_t kMost = 64;
  PassedRace races[kMost];
  std::uint32_t count;
  bool overflows;
};

void note_passed(std::uint64_t address, std::uint32_t size, const Place* places);  // of two accesses

}  // namespace heddle::control
