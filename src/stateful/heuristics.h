// SPDX-License-Identifier: Apache-2.0
// Search heuristics for data races (section 4 of "Precise Data Race Detection in a Relaxed Memory Model using
// Model Checking"): prefer steps that make a race more likely, or an order between threads less likely.
// Figure 6's values; a heuristic that is off makes the classes it tells apart equal.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "program/machine/machine.h"
#include "stateful/machine_search.h"

namespace heddle::stateful {

// Who last wrote what, and what was released before, along a path. Part of every queued state.
struct RaceHistory {
  std::map<program::Word, program::ThreadNumber> written_by;  // four aligned bytes → last writer
  std::vector<program::Word> released;                        // sorted
};

inline constexpr int kHighestHeuristicValue = 8;

// The value of a state reached by these effects after `history`, which is brought up to date.
int heuristic_value(std::span<const program::Effect> effects, const HeuristicChoice& choice,
                    RaceHistory& history);

}  // namespace heddle::stateful
