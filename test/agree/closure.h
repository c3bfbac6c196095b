// SPDX-License-Identifier: Apache-2.0
// The races of an execution by definition: all edges of happens-before between all pairs of events, their
// transitive closure, and every pair of accesses looked at. Cubic, and shares no code with the engines: it is
// what they are measured by.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "detect/detectors.h"
#include "event/event.h"
#include "finding/finding.h"

namespace heddle::agree {

struct Race {
  event::Position first = 0;
  event::Position second = 0;
  std::uint64_t address = 0;  // of the first byte that raced
  friend bool operator==(const Race&, const Race&) = default;
};
std::string text(const std::vector<Race>& races);

// ordered[i][j]: event i happens before event j.
std::vector<std::vector<bool>> happens_before(const std::vector<event::Event>& events);
std::vector<Race> races(const std::vector<event::Event>& events, detect::Discipline discipline);

}  // namespace heddle::agree
